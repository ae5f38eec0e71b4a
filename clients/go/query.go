package waitlist

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"
)

// segment is a value in a path.
func segment(value string) string { return url.PathEscape(value) }

// valueOf is a copy of the parameters; those of nil are zero.
func valueOf[T any](params *T) T {
	if params == nil {
		var none T
		return none
	}
	return *params
}

// encodeQuery writes the parameters that are not zero, under the names of their tags.
func encodeQuery[T any](params *T) url.Values {
	query := url.Values{}
	fields := reflect.ValueOf(valueOf(params))
	for i := 0; i < fields.NumField(); i++ {
		name := fields.Type().Field(i).Tag.Get("query")
		switch value := fields.Field(i).Interface().(type) {
		case []string:
			if len(value) > 0 {
				query.Set(name, strings.Join(value, ","))
			}
		case map[string]any: // the values of custom fields, by their keys
			for key, each := range value {
				query.Set(strings.Replace(name, "*", key, 1), fmt.Sprint(each))
			}
		case Optional[bool]:
			if flag, ok := value.Get(); ok {
				query.Set(name, fmt.Sprint(flag))
			}
		default:
			if !fields.Field(i).IsZero() {
				query.Set(name, fmt.Sprint(value))
			}
		}
	}
	return query
}
