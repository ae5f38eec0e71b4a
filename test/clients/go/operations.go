package main

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"

	"waitlist.example/waitlist"
)

// operationCall is an operation with its arguments, in their order.
type operationCall struct {
	GoResource     string                     `json:"go_resource"`
	GoMethod       string                     `json:"go_method"`
	Arguments      []json.RawMessage          `json:"arguments"`
	Query          map[string]json.RawMessage `json:"query"`
	IdempotencyKey string                     `json:"idempotency_key"`
}

var readerType = reflect.TypeOf((*io.Reader)(nil)).Elem()

// operations calls every operation with the arguments that it is given.
func operations(given input) (any, error) {
	client, err := waitlist.NewClient(given.BaseURL, given.APIKey)
	if err != nil {
		return nil, err
	}
	report := []any{}
	for _, each := range given.Operations {
		service := reflect.ValueOf(client.Resources).FieldByName(each.GoResource)
		method := service.MethodByName(each.GoMethod)
		arguments := []reflect.Value{reflect.ValueOf(context.Background())}
		left := each.Arguments
		for index := 1; index < method.Type().NumIn()-1; index++ {
			kind := method.Type().In(index)
			if kind.Kind() == reflect.Pointer { // the parameters of the query
				arguments = append(arguments, paramsOf(kind.Elem(), each.Query))
				continue
			}
			arguments = append(arguments, argumentOf(kind, left[0]))
			left = left[1:]
		}
		if each.IdempotencyKey != "" {
			arguments = append(arguments, reflect.ValueOf(waitlist.WithIdempotencyKey(each.IdempotencyKey)))
		}
		results := method.Call(arguments)
		err, _ := results[len(results)-1].Interface().(error)
		var answer any
		if len(results) == 2 && err == nil {
			answer = results[0].Interface()
		}
		report = append(report, outcome(answer, err))
	}
	return report, nil
}

func argumentOf(kind reflect.Type, text json.RawMessage) reflect.Value {
	if kind == readerType {
		var content string
		mustParse(text, &content)
		return reflect.ValueOf(strings.NewReader(content))
	}
	value := reflect.New(kind)
	mustParse(text, value.Interface())
	return value.Elem()
}

func paramsOf(kind reflect.Type, query map[string]json.RawMessage) reflect.Value {
	params := reflect.New(kind)
	for index := 0; index < kind.NumField(); index++ {
		name := kind.Field(index).Tag.Get("query")
		if strings.HasSuffix(name, ".*") {
			name = strings.TrimSuffix(name, ".*") + "s"
		}
		if text, ok := query[name]; ok {
			mustParse(text, params.Elem().Field(index).Addr().Interface())
		}
	}
	return params
}

func mustParse(text json.RawMessage, value any) {
	if err := json.Unmarshal(text, value); err != nil {
		panic(err)
	}
}
