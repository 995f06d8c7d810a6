package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/spec"
)

// galleryFlags are the flags of quandary gallery.
type galleryFlags struct {
	seed  uint64
	brief bool
	copy  string
	force bool
}

func newGalleryCmd() *cobra.Command {
	var f galleryFlags
	cmd := &cobra.Command{
		Use:   "gallery [NAME...]",
		Short: "List the specifications that come with the program, with a sample of each",
		Long: `List the specifications that come with the program, each with a sample puzzle and its answer. With names, print
those specification files instead, to read and to start from; with --copy, write them to a folder, with the operator files
that they use.`,
		Example: `  quandary gallery --brief
  quandary gallery wine
  quandary gallery --copy mine wine market
  quandary generate gallery:wine -n 3`,
		ValidArgs: galleryNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			entries, err := galleryEntries(args)
			if err != nil {
				return err
			}
			switch {
			case f.copy != "":
				return copyGallery(cmd, entries, f)
			case len(args) > 0:
				for _, e := range entries {
					if _, err := cmd.OutOrStdout().Write(e.Data); err != nil {
						return err
					}
				}
				return nil
			case f.brief:
				return briefGallery(cmd.OutOrStdout(), entries)
			}
			return sampleGallery(cmd, entries, f)
		},
	}
	fl := cmd.Flags()
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the samples")
	fl.BoolVar(&f.brief, "brief", false, "leave out the samples")
	fl.StringVar(&f.copy, "copy", "", "folder to write the files to")
	fl.BoolVar(&f.force, "force", false, "with --copy: replace files that are there")
	return cmd
}

func galleryNames() []string {
	var names []string
	for _, e := range gallery.List() {
		names = append(names, e.Name)
	}
	return names
}

// galleryEntries gives the entries of the names, or all.
func galleryEntries(names []string) ([]gallery.Entry, error) {
	if len(names) == 0 {
		return gallery.List(), nil
	}
	var out []gallery.Entry
	for _, n := range names {
		e, err := gallery.Open(strings.TrimPrefix(n, foundry.GalleryPrefix))
		if err != nil {
			return nil, foundry.WithNearest(err)
		}
		out = append(out, *e)
	}
	return out, nil
}

func briefGallery(w io.Writer, entries []gallery.Entry) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, e := range entries {
		fmt.Fprintf(tw, "%s\t%s\t%s\n", e.Name, e.Title, e.Topic)
	}
	return tw.Flush()
}

func sampleGallery(cmd *cobra.Command, entries []gallery.Entry, f galleryFlags) error {
	out := cmd.OutOrStdout()
	for i, e := range entries {
		m, err := sample(cmd, e, f.seed)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s: %s (%s)\n\n", e.Name, e.Title, e.Topic)
		for line := range strings.Lines(strings.TrimRight(m.Text, "\n") + "\n") {
			if strings.TrimSpace(line) != "" {
				line = "    " + line
			}
			if _, err := io.WriteString(out, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// sample makes one puzzle of an entry.
func sample(cmd *cobra.Command, e gallery.Entry, seed uint64) (m foundry.Made, err error) {
	src, err := foundry.Open(foundry.GalleryPrefix+e.Name, foundry.Options{Format: "text"})
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	return src.NewMaker(seed)(cmd.Context(), 0)
}

// copyGallery writes specification files to a folder, with the operator files of their folder that they name.
func copyGallery(cmd *cobra.Command, entries []gallery.Entry, f galleryFlags) error {
	if err := os.MkdirAll(f.copy, 0o777); err != nil {
		return err
	}
	done := map[string]bool{}
	for _, e := range entries {
		dir, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
		if err != nil {
			return err
		}
		doc, probs := spec.Load(e.Name, e.Data, spec.Options{Root: dir})
		if err := probs.Err(); err != nil {
			return err
		}
		write := func(name string, data []byte) error {
			if done[name] {
				return nil
			}
			done[name] = true
			return writeNew(filepath.Join(f.copy, filepath.FromSlash(name)), data, f.force)
		}
		if err := write(path.Base(e.Path), e.Data); err != nil {
			return err
		}
		for _, o := range doc.Operators {
			if o.Module == nil {
				continue
			}
			if err := write(o.Module.Path, []byte(o.Module.Source)); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "%d files in %s\n", len(done), f.copy)
	return err
}

// writeNew writes a file that must not be there yet, unless it may be replaced.
func writeNew(name string, data []byte, replace bool) error {
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if replace {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	file, err := os.OpenFile(name, flags, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: replace it with --force", name)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}
