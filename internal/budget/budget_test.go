package budget

import (
	"context"
	"errors"
	"testing"
)

func TestAccount(t *testing.T) {
	whole := New("the call", 1000)
	part := whole.Sub("the draw", 600)
	other := whole.Sub("the other draw", 0)
	for _, step := range []struct {
		a    *Account
		take int64
		err  string // the account that is overdrawn
	}{
		{part, 500, ""}, {part, 101, "the draw"}, {part, 100, ""}, {other, 401, "the call"}, {other, 400, ""}, {part, 1, "the draw"},
	} {
		err := step.a.Take(step.take)
		var e *Error
		if got := ""; err != nil {
			if !errors.As(err, &e) || !errors.Is(err, ErrMemory) {
				t.Fatalf("take %d: %v", step.take, err)
			}
			if got = e.Account; got != step.err {
				t.Fatalf("take %d: overdrawn is %q, want %q", step.take, got, step.err)
			}
		} else if step.err != "" {
			t.Fatalf("take %d: no error, want one of %q", step.take, step.err)
		}
	}
	if part.Used() != 600 || other.Used() != 400 || whole.Used() != 1000 || whole.Peak() != 1000 {
		t.Errorf("used %d and %d, %d in all, at most %d", part.Used(), other.Used(), whole.Used(), whole.Peak())
	}
	part.Close()
	if whole.Used() != 400 || part.Used() != 0 {
		t.Errorf("after closing a part %d are used", whole.Used())
	}
	if part.Err() == nil || whole.Err() == nil {
		t.Error("what was overdrawn does not say so")
	}
	quiet := New("all", 10)
	if loud := quiet.Sub("part", 1); loud.Take(2) == nil || quiet.Err() != nil {
		t.Error("a part that is overdrawn speaks for the whole")
	}
}

func TestMeter(t *testing.T) {
	a := New("work", 3*lump)
	var m Meter
	m.Open(context.Background(), a)
	for range 3 * lump {
		if err := m.Take(1); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Take(1); !errors.Is(err, ErrMemory) {
		t.Fatalf("one more: %v", err)
	}
	m.Give(10)
	if err := m.Take(10); err != nil {
		t.Fatal(err)
	}
	if m.Held() < 3*lump-1 {
		t.Errorf("holds %d", m.Held())
	}
	m.Close()
	if a.Used() != 0 {
		t.Errorf("%d are not given back", a.Used())
	}
	if err := m.Take(1 << 40); err != nil {
		t.Errorf("a meter without an account: %v", err)
	}
}

// TestMeterSeesTheContext holds code that only counts to the end of its context.
func TestMeterSeesTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var m Meter
	m.Open(ctx, nil)
	if err := m.Take(2 * lump); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := m.Take(2 * lump); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func TestContext(t *testing.T) {
	if From(context.Background()) != nil {
		t.Error("an account from nowhere")
	}
	a := New("work", 1)
	if From(With(context.Background(), a)) != a {
		t.Error("the account is lost")
	}
	var none *Account
	if none.Take(1<<60) != nil || none.Err() != nil {
		t.Error("no account bounds something")
	}
	none.Give(1)
	none.Close()
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{"1GiB": 1 << 30, "512MiB": 512 << 20, "1.5 g": 3 << 29, "100": 100, "2K": 2048, "0": 0, "1tb": 1 << 40} {
		if n, err := ParseSize(text); err != nil || n != want {
			t.Errorf("%q: %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "-1", "much", "1e30", "NaN", "MiB", "5 pints", "inf"} {
		if n, err := ParseSize(text); err == nil {
			t.Errorf("%q is read as %d", text, n)
		}
	}
	for n, want := range map[int64]string{1 << 30: "1 GiB", 3 << 29: "1.5 GiB", 100: "100 bytes", 256 << 20: "256 MiB"} {
		if got := size(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
