package declared

import "slices"

// thin leaves out of a list, from the front, whatever can be left out: less is asked about what would be left, and says whether that still does.
// What is left is what leaving out one after another leaves, since what does without some does without any of them; but where little is
// needed, as mostly, whole runs go at once.
func thin[T comparable](list []T, less func(rest []T) (bool, error)) ([]T, error) {
	return narrow(list, max(1, len(list)/2), func(rest []T) ([]T, bool, error) {
		ok, err := less(rest)
		return rest, ok, err
	})
}

// narrow is thin where the answer also says what of the rest it used: all else goes with it. The first run that is left out is so long.
func narrow[T comparable](list []T, run int, less func(rest []T) (used []T, ok bool, err error)) ([]T, error) {
	out := slices.Clone(list)
	for n := 0; n < len(out); {
		run = min(run, len(out)-n)
		rest := slices.Delete(slices.Clone(out), n, n+run)
		used, ok, err := less(rest)
		switch {
		case err != nil:
			return out, err
		case ok:
			needed := n
			if len(used) < len(rest) {
				keep := make(map[T]bool, len(used))
				for _, x := range used {
					keep[x] = true
				}
				for _, x := range rest[:n] {
					if !keep[x] {
						needed--
					}
				}
				rest = slices.DeleteFunc(rest, func(x T) bool { return !keep[x] })
			}
			out, n = rest, needed
			run *= 2
		case run > 1:
			run /= 2
		default:
			n++
		}
	}
	return out, nil
}
