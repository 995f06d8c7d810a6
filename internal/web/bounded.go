package web

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// bounded is a cache whose entries have sizes: it forgets those not used for longest when together they are larger than it
// may be. It is safe for concurrent use.
type bounded[K comparable, V any] struct {
	mu    sync.Mutex
	most  int
	total int
	lru   *simplelru.LRU[K, sized[V]]
}

type sized[V any] struct {
	v    V
	size int
}

// maxCached bounds the number of entries of a cache, whatever their sizes.
const maxCached = 1 << 17

func newBounded[K comparable, V any](most int) *bounded[K, V] {
	b := &bounded[K, V]{most: most}
	var err error
	if b.lru, err = simplelru.NewLRU(maxCached, func(_ K, s sized[V]) { b.total -= s.size }); err != nil {
		panic(err) // the size is not positive: a mistake of the program
	}
	return b
}

func (b *bounded[K, V]) get(key K) (V, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, ok := b.lru.Get(key)
	return s.v, ok
}

// put adds an entry, or gives one another value or size. An entry that alone is too large is not kept.
func (b *bounded[K, V]) put(key K, v V, size int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lru.Remove(key)
	if size > b.most {
		return
	}
	b.lru.Add(key, sized[V]{v, size})
	for b.total += size; b.total > b.most; {
		b.lru.RemoveOldest()
	}
}

func (b *bounded[K, V]) remove(key K) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lru.Remove(key)
}
