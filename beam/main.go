// Command beam builds a data set from a plan, as `quandary dataset build` does, as an Apache Beam pipeline:
//
//	beam --plan plan.yaml --output out --shards 8
//
// The share of draws that each source lost to budgets is told at the end; more than 2 % of 50 draws or more are an error, all records
// written, unless --allow-bias is given.
//
// Without further flags it runs on this machine, on Prism. --runner and the runner's own flags (--endpoint, --project, …) send it
// elsewhere: see docs/scale.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/quandary-puzzles/quandary/beam/pipeline"
	"github.com/quandary-puzzles/quandary/internal/foundry"
)

func main() {
	plan := flag.String("plan", "", "the plan's file; the specifications that it names are relative to it")
	output := flag.String("output", "", "folder or address to write below")
	shards := flag.Int("shards", 8, "files of each part")
	chunk := flag.Int("chunk", 500, "records that are made in one go")
	flag.Parse()
	allowBias := flag.Bool("allow-bias", false, fmt.Sprintf("do not fail when more than %g %% of a source's draws used up a budget", 100*foundry.MaxOverspent))
	beam.Init() // on a worker's machine this does not return
	if err := run(context.Background(), *plan, *output, *shards, *chunk, *allowBias); err != nil {
		fmt.Fprintln(os.Stderr, "beam:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, plan, output string, shards, chunk int, allowBias bool) error {
	if plan == "" || output == "" {
		return errors.New("expected --plan FILE and --output FOLDER")
	}
	if shards < 1 || chunk < 1 {
		return fmt.Errorf("--shards and --chunk: expected at least 1, found %d and %d", shards, chunk)
	}
	text, err := os.ReadFile(plan)
	if err != nil {
		return err
	}
	job, err := pipeline.NewJob(plan, text, filepath.Dir(plan))
	if err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	if err := pipeline.Build(s, job, pipeline.Options{Output: output, Shards: shards, Chunk: chunk}); err != nil {
		return err
	}
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return err
	}
	drawn, err := job.Drawn(result)
	if err != nil {
		return err
	}
	fmt.Fprint(os.Stderr, pipeline.Report(drawn))
	if allowBias {
		return nil
	}
	return pipeline.Bias(drawn)
}
