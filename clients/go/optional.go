package waitlist

import "encoding/json"

// Optional is a property of a request that may be left out, be null, or have a value. Its zero value is left out. It is a
// map, because that is what encoding/json leaves out if it is empty. Make it with Value or Null.
type Optional[T any] map[bool]T

// Value is a property with a value.
func Value[T any](value T) Optional[T] { return Optional[T]{true: value} }

// Null is a property that is null: in a change it resets a setting.
func Null[T any]() Optional[T] {
	var none T
	return Optional[T]{false: none}
}

// Get returns the value, and whether there is one.
func (o Optional[T]) Get() (T, bool) {
	value, ok := o[true]
	return value, ok
}

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if value, ok := o[true]; ok {
		return json.Marshal(value)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a value, or null.
func (o *Optional[T]) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*o = Null[T]()
		return nil
	}
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	*o = Value(value)
	return nil
}
