package waitlist

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Error is an error answer. Everything else that a call returns as an error comes from net/http and the context.
type Error struct {
	Status int
	// Code is that of the API. It is empty if the answer came from something else, such as a proxy.
	Code    string
	Message string
	// RequestID identifies the request in the log of the service.
	RequestID string
	// RetryAfter is how long to wait before a retry, if the answer says so.
	RetryAfter time.Duration
	// Field is the path of the field whose value is refused, such as fields.company, and Problem what is wrong with it.
	// Both are empty for other errors.
	Field   string
	Problem string

	hasRetryAfter bool
}

// Error has the status, the code and the message.
func (e *Error) Error() string {
	return fmt.Sprintf("waitlist: %d %s: %s", e.Status, e.Code, e.Message)
}

func hasCode(err error, code string) bool {
	var answer *Error
	return errors.As(err, &answer) && answer.Code == code
}

// IsInvalidRequest reports whether the body or the query is not valid. Field and Problem say where and why.
func IsInvalidRequest(err error) bool { return hasCode(err, "invalid_request") }

// IsUnauthorized reports whether the key is missing, wrong or revoked.
func IsUnauthorized(err error) bool { return hasCode(err, "unauthorized") }

// IsQuotaExceeded reports whether the plan has no room or lacks the feature. Waiting does not help.
func IsQuotaExceeded(err error) bool { return hasCode(err, "quota_exceeded") }

// IsForbidden reports whether the key lacks the scope.
func IsForbidden(err error) bool { return hasCode(err, "forbidden") }

// IsNotFound reports whether the account has no such thing.
func IsNotFound(err error) bool { return hasCode(err, "not_found") }

// IsConflict reports whether a name is in use, or an idempotency key was used for something else.
func IsConflict(err error) bool { return hasCode(err, "conflict") }

// IsRateLimited reports whether there were too many requests. RetryAfter says when to try again.
func IsRateLimited(err error) bool {
	var answer *Error
	return errors.As(err, &answer) && answer.Status == http.StatusTooManyRequests
}

// fieldMessage is a message about a value: its path, then what is wrong.
var fieldMessage = regexp.MustCompile(`(?s)^([^\s:]+): (.+)$`)

// readError reads an answer that is no success, from the service or from a proxy.
func readError(response *http.Response) *Error {
	var body struct {
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(text, &body)
	}
	result := &Error{Status: response.StatusCode, RequestID: response.Header.Get("X-Request-Id")}
	if err == nil {
		result.Code, result.Message = body.Error.Code, body.Error.Message
	}
	if result.Message == "" {
		result.Message = fmt.Sprintf("The service responded with status %d.", result.Status)
	}
	if match := fieldMessage.FindStringSubmatch(result.Message); match != nil && result.Code == "invalid_request" {
		result.Field, result.Problem = match[1], match[2]
	}
	result.RetryAfter, result.hasRetryAfter = readRetryAfter(response.Header.Get("Retry-After"))
	return result
}

// readRetryAfter reads a header that may also hold a date: proxies send that.
func readRetryAfter(value string) (time.Duration, bool) {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if wait := time.Until(date); wait > 0 {
		return wait, true
	}
	return 0, true
}
