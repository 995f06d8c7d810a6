package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ManifestName is the name of the manifest in a data set's folder; it is written last.
const ManifestName = "manifest.json"

// Manifest lists what a build made, so that another machine can make the same and check it.
type Manifest struct {
	Program string        `json:"program"` // version of the program
	Plan    string        `json:"plan"`    // the plan's text
	Runs    []ManifestRun `json:"runs"`
	// Repeats lists the sources that made some puzzle more than once, where duplicates are removed.
	Repeats []Repeat       `json:"repeats,omitempty"`
	Files   []ManifestFile `json:"files"` // in the order of their names
}

// Repeat says how many records of a source, by its name in the records, were left when duplicates were removed.
type Repeat struct {
	Name string `json:"name"`
	Made int    `json:"made"`
	Kept int    `json:"kept"`
}

// ManifestRun is one run of the generator.
type ManifestRun struct {
	Source  string `json:"source"`
	Class   string `json:"class,omitempty"` // or "level 3"
	Seed    uint64 `json:"seed"`
	Records int    `json:"records"`
	Hash    string `json:"sha256"` // of the run's records
	// Where fewer were made than the plan asks for: how many it asks for, and why the next one could not be made.
	Asked int    `json:"asked,omitempty"`
	Why   string `json:"why,omitempty"`
}

// Short lists the runs that gave fewer records than the plan asks for.
func (m *Manifest) Short() []ManifestRun {
	var out []ManifestRun
	for _, r := range m.Runs {
		if r.Why != "" {
			out = append(out, r)
		}
	}
	return out
}

// ManifestFile is one file of the data set.
type ManifestFile struct {
	Path  string `json:"path"` // with forward slashes, below the folder
	Bytes int64  `json:"bytes"`
	Hash  string `json:"sha256"`
}

// HashFile gives a file's SHA-256 and size.
func HashFile(path string) (hash string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	size, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// ListFiles lists the files below a folder with their hashes, without the manifest.
func ListFiles(dir string) ([]ManifestFile, error) {
	var files []ManifestFile
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil || rel == ManifestName {
			return err
		}
		hash, size, err := HashFile(path)
		files = append(files, ManifestFile{filepath.ToSlash(rel), size, hash})
		return err
	})
	return files, err
}

// WriteManifest writes the manifest of a folder, whole or not at all.
func WriteManifest(dir string, m *Manifest) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(m); err != nil {
		return err
	}
	tmp := filepath.Join(dir, ManifestName+".new")
	if err := os.WriteFile(tmp, b.Bytes(), 0o666); err != nil {
		return err
	}
	return os.Rename(tmp, filepath.Join(dir, ManifestName))
}

// ReadManifest reads the manifest of a folder.
func ReadManifest(dir string) (*Manifest, error) {
	b, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", dir, errNoManifest)
	}
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(m); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, ManifestName), err)
	}
	for _, f := range m.Files {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			return nil, fmt.Errorf("%s: the path %q leaves the folder", filepath.Join(dir, ManifestName), f.Path)
		}
	}
	return m, nil
}

// Compare gives a line for each difference between the files that a manifest lists and others, in order.
func (m *Manifest) Compare(files []ManifestFile) []string {
	have := map[string]ManifestFile{}
	for _, f := range files {
		have[f.Path] = f
	}
	var diffs []string
	for _, want := range m.Files {
		got, ok := have[want.Path]
		delete(have, want.Path)
		switch {
		case !ok:
			diffs = append(diffs, want.Path+": missing")
		case got.Hash != want.Hash:
			diffs = append(diffs, fmt.Sprintf("%s: changed (%d bytes, the manifest says %d)", want.Path, got.Bytes, want.Bytes))
		}
	}
	for _, f := range files {
		if _, extra := have[f.Path]; extra {
			diffs = append(diffs, f.Path+": not in the manifest")
		}
	}
	return diffs
}
