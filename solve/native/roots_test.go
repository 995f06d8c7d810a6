package native

import "testing"

func TestRoots(t *testing.T) {
	for n := int64(-70); n <= 70; n++ {
		for k := 1; k <= 5; k += 2 {
			down, up := rootDown(n, k), rootUp(n, k)
			if satPow(down, int64(k)) > n || satPow(down+1, int64(k)) <= n {
				t.Errorf("rootDown(%d, %d) = %d", n, k, down)
			}
			if satPow(up, int64(k)) < n || satPow(up-1, int64(k)) >= n {
				t.Errorf("rootUp(%d, %d) = %d", n, k, up)
			}
		}
	}
	for _, k := range []int{1, 2, 3, 64} {
		if rootDown(inf, k) != inf || rootUp(inf, k) != inf || rootDown(inf-1, k) > inf-1 {
			t.Errorf("roots of infinities: %d, %d", rootDown(inf, k), rootUp(inf, k))
		}
	}
}
