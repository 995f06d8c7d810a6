package ocl_test

import (
	"context"
	"fmt"

	"github.com/quandary-puzzles/quandary/ocl"
)

func Example() {
	model := &ocl.Model{Classes: []ocl.Class{{
		Name:       "Car",
		Attributes: []ocl.Attribute{{Name: "top", Type: "String"}, {Name: "body", Type: "String"}},
	}}}
	file, err := ocl.Parse("cars.ocl", []byte(`
		-- two cars differ in one colour at least
		context a, b : Car inv different:
		  a <> b implies a.top <> b.top or a.body <> b.body`))
	if err != nil {
		fmt.Println(err)
		return
	}
	spec, err := ocl.Compile(model, file)
	if err != nil {
		fmt.Println(err)
		return
	}
	state := ocl.NewState(spec)
	for _, c := range [][3]string{{"car1", "red", "blue"}, {"car2", "red", "green"}} {
		car, _ := state.New("Car", c[0])
		_ = state.Set(car, "top", ocl.StringValue(c[1]))
		_ = state.Set(car, "body", ocl.StringValue(c[2]))
	}
	ev := ocl.NewEvaluator(state, ocl.Limits{})
	for _, inv := range spec.Invariants() {
		verdict, _ := ev.Invariant(context.Background(), inv)
		fmt.Println(inv, verdict.Holds())
	}
	query, _ := state.Query("query", []byte("Car.allInstances->select(top = 'red')->collect(body)"))
	value, _ := ev.Query(context.Background(), query)
	fmt.Println(query.Type(), "=", value)

	_, err = state.Query("query", []byte("car1.botttom"))
	fmt.Println(err)
	_, err = state.Query("query", []byte("car1.bodi = 'red'"))
	fmt.Println(err)

	// Output:
	// Car::different true
	// Bag(String) = Bag{'blue', 'green'}
	// query:1:6: class Car has no feature botttom
	// query:1:6: class Car has no feature bodi (did you mean body?)
}
