package lineup

// ReadForm is for the tests.
var ReadForm = readForm
