// Package rng gives seeded streams of random numbers that are the same on every platform and in every release.
//
// A stream is named by a seed and a path of labels; streams with different names are independent. Record i of a run draws
// from New(seed).Derive("record", i), so its bytes depend on nothing that was drawn before it. The generator is ChaCha8
// (math/rand/v2, whose output is fixed by the specification of chacha8rand), keyed by SHA-256 of the name; the methods that
// turn its words into numbers are our own, because those of the standard library may change between releases.
package rng

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// Stream is one stream of random numbers. It is not safe for concurrent use: derive a stream for each worker.
type Stream struct {
	key [32]byte
	src *rand.ChaCha8 // nil until something is drawn: many streams only give names to others
}

// New gives the root stream of a seed.
func New(seed uint64) *Stream {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	return fromKey(sha256.Sum256(append([]byte("quandary/rng/1\x00"), b[:]...)))
}

func fromKey(key [32]byte) *Stream { return &Stream{key: key} }

// Derive gives the stream named by this stream's name, a label and indices. It depends on the name alone, not on how much
// has been drawn from s, and draws nothing from s.
func (s *Stream) Derive(label string, index ...uint64) *Stream {
	b := make([]byte, 0, 64+len(label)+8*len(index))
	b = append(b, s.key[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(label)))
	b = append(b, label...)
	for _, i := range index {
		b = binary.LittleEndian.AppendUint64(b, i)
	}
	return fromKey(sha256.Sum256(b))
}

// Uint64 draws 64 random bits.
func (s *Stream) Uint64() uint64 {
	if s.src == nil {
		s.src = rand.NewChaCha8(s.key)
	}
	return s.src.Uint64()
}

// Uint64N draws uniformly from 0..n-1. It panics when n is 0.
func (s *Stream) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("rng: Uint64N of 0")
	}
	// Lemire, "Fast Random Integer Generation in an Interval" (2019), algorithm 5.
	hi, lo := bits.Mul64(s.Uint64(), n)
	if lo < n {
		for t := -n % n; lo < t; {
			hi, lo = bits.Mul64(s.Uint64(), n)
		}
	}
	return hi
}

// IntN draws uniformly from 0..n-1. It panics when n is not positive.
func (s *Stream) IntN(n int) int {
	if n <= 0 {
		panic("rng: IntN of a number that is not positive")
	}
	return int(s.Uint64N(uint64(n)))
}

// Int64Between draws uniformly from lo..hi, both included. It panics when hi < lo.
func (s *Stream) Int64Between(lo, hi int64) int64 {
	if hi < lo {
		panic("rng: Int64Between of an empty range")
	}
	span := uint64(hi) - uint64(lo) + 1
	if span == 0 { // the whole range of int64
		return int64(s.Uint64())
	}
	return int64(uint64(lo) + s.Uint64N(span))
}

// BigN draws uniformly from 0..n-1 for n of any size. It panics when n is not positive.
func (s *Stream) BigN(n *big.Int) *big.Int {
	if n.Sign() <= 0 {
		panic("rng: BigN of a number that is not positive")
	}
	bitLen := new(big.Int).Sub(n, big.NewInt(1)).BitLen()
	buf := make([]byte, (bitLen+7)/8)
	v := new(big.Int)
	for {
		for i := 0; i < len(buf); i += 8 {
			w := s.Uint64()
			for j := i; j < len(buf) && j < i+8; j++ {
				buf[j] = byte(w)
				w >>= 8
			}
		}
		if r := bitLen % 8; r != 0 {
			buf[0] &= 1<<r - 1
		}
		if v.SetBytes(buf); v.Cmp(n) < 0 {
			return v
		}
	}
}

// Float64 draws a multiple of 2^-53 uniformly from [0, 1).
func (s *Stream) Float64() float64 { return float64(s.Uint64()>>11) * 0x1p-53 }

// Bool draws a fair coin.
func (s *Stream) Bool() bool { return s.Uint64()>>63 == 1 }

// Shuffle permutes n things uniformly (Fisher and Yates), given how to swap two of them.
func (s *Stream) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, s.IntN(i+1))
	}
}

// Perm draws a permutation of 0..n-1 uniformly.
func (s *Stream) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := s.IntN(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}
