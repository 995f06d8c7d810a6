package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/quandary-puzzles/quandary/dataset"
)

func init() {
	register.DoFn1x2[Placed, string, Placed](&shardFn{})
	register.DoFn3x2[context.Context, string, func(*Placed) bool, File, error](&writeFn{})
	register.DoFn3x1[context.Context, int, func(*File) bool, error](&manifestFn{})
	register.Iter1[Placed]()
	register.Iter1[File]()
}

// shardFn gives records their shards, by their places in the whole set.
type shardFn struct{ Shards int }

// ProcessElement names the shard by part and number.
func (f *shardFn) ProcessElement(p Placed) (string, Placed) {
	return fmt.Sprintf("%d/%d", p.Part, p.Line%int64(f.Shards)), p
}

// File is a file that was written.
type File struct {
	Path  string
	Bytes int64
	Hash  string
}

// writeFn writes shards.
type writeFn struct {
	Job    Job
	Output string
	Shards int
	o      opened
}

// Setup opens the job.
func (f *writeFn) Setup() error { return f.o.setup(f.Job) }

// ProcessElement writes the records of a shard, in their order in the whole set. A shard that is written again, after a
// failure, is the same.
func (f *writeFn) ProcessElement(ctx context.Context, shard string, recs func(*Placed) bool) (File, error) {
	part, number, _ := strings.Cut(shard, "/")
	p, err := strconv.Atoi(part)
	if err != nil {
		return File{}, err
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return File{}, err
	}
	parts, err := f.o.plan.Parts()
	if err != nil {
		return File{}, err
	}
	var all []Placed
	var r Placed
	for recs(&r) {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Placed) int { return int(a.Line - b.Line) })
	var text []byte
	for _, r := range all {
		text = append(append(text, r.JSON...), '\n')
	}
	sum := sha256.Sum256(text)
	file := File{fmt.Sprintf("%s-%05d-of-%05d.jsonl", parts[p].Name, n, f.Shards), int64(len(text)), hex.EncodeToString(sum[:])}
	return file, save(ctx, f.Output, file.Path, text)
}

// save writes a file below a folder or address.
func save(ctx context.Context, output, name string, text []byte) error {
	path := strings.TrimSuffix(output, "/") + "/" + name
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	w, err := fs.OpenWrite(ctx, path)
	if err != nil {
		return errors.Join(err, fs.Close())
	}
	_, err = w.Write(text)
	return errors.Join(err, w.Close(), fs.Close())
}

// manifestFn writes the manifest when every shard is there.
type manifestFn struct {
	Job    Job
	Output string
}

// ProcessElement writes the manifest, in the form that `quandary dataset verify` reads.
func (f *manifestFn) ProcessElement(ctx context.Context, _ int, files func(*File) bool) error {
	m := dataset.Manifest{Program: "beam", Plan: f.Job.Plan}
	var file File
	for files(&file) {
		m.Files = append(m.Files, dataset.ManifestFile{Path: file.Path, Bytes: file.Bytes, Hash: file.Hash})
	}
	slices.SortFunc(m.Files, func(a, b dataset.ManifestFile) int { return strings.Compare(a.Path, b.Path) })
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return save(ctx, f.Output, dataset.ManifestName, append(text, '\n'))
}
