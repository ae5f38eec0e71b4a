package waitlist

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"time"
)

// transport sends requests, retries them and reads answers.
type transport struct {
	baseURL    string
	apiKey     string
	http       *http.Client
	timeout    time.Duration
	maxRetries int
	maxWait    time.Duration
}

// request is one operation with its arguments.
type request struct {
	method      string
	path        string
	query       url.Values
	body        any
	file        io.Reader
	fileType    string
	statusToken string
	withoutKey  bool
	// Whether the operation takes an idempotency key.
	takesKey bool
	// Whether 429 is an error at once, unless the caller wants to wait.
	impatient bool
}

func callJSON[T any](ctx context.Context, t *transport, r request, options []CallOption) (T, error) {
	var result T
	text, err := t.read(ctx, r, options)
	if err == nil {
		err = json.Unmarshal(text, &result)
	}
	if err != nil {
		var none T
		return none, err
	}
	return result, nil
}

func callNothing(ctx context.Context, t *transport, r request, options []CallOption) error {
	_, err := t.read(ctx, r, options)
	return err
}

// callFile returns a body that the caller closes.
func callFile(ctx context.Context, t *transport, r request, options []CallOption) (io.ReadCloser, error) {
	var file io.ReadCloser
	err := t.retry(ctx, r, options, func(send func(context.Context) (*http.Response, error)) error {
		response, err := send(ctx)
		if err == nil {
			file = response.Body
		}
		return err
	})
	return file, err
}

// read sends a request and reads the answer's body.
func (t *transport) read(ctx context.Context, r request, options []CallOption) ([]byte, error) {
	var text []byte
	err := t.retry(ctx, r, options, func(send func(context.Context) (*http.Response, error)) error {
		limited, cancel := ctx, context.CancelFunc(func() {})
		if r.file == nil {
			limited, cancel = context.WithTimeout(ctx, t.timeout)
		}
		defer cancel()
		response, err := send(limited)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		text, err = io.ReadAll(response.Body)
		return err
	})
	return text, err
}

// retry makes attempts until one succeeds, fails for good, or the retries are used up.
func (t *transport) retry(
	ctx context.Context,
	r request,
	options []CallOption,
	attempt func(send func(context.Context) (*http.Response, error)) error,
) error {
	call := callOptions{header: http.Header{}}
	for _, option := range options {
		option(&call)
	}
	if call.idempotencyKey != "" && !r.takesKey {
		return errors.New("waitlist: " + r.method + " " + r.path + " takes no idempotency key")
	}
	var body []byte
	if r.body != nil {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			return err
		}
	}
	send := func(ctx context.Context) (*http.Response, error) { return t.send(ctx, r, call, body) }
	// A stream cannot be sent again.
	canRetry := r.file == nil && (!r.impatient || call.waitForLimit)
	isSafe := r.method == http.MethodGet || call.idempotencyKey != ""
	for retries := 0; ; retries++ {
		err := attempt(send)
		if err == nil || ctx.Err() != nil || !canRetry || retries >= t.maxRetries {
			return err
		}
		wait, ok := waitAfter(err, isSafe, call.idempotencyKey != "", retries)
		if !ok || wait > t.maxWait {
			return err
		}
		timer := time.NewTimer(wait + jitter(wait))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// waitAfter is how long to wait before a retry, and whether there may be one. After 429 the service has done nothing. A
// conflict has Retry-After only while an earlier attempt with the same idempotency key is running.
func waitAfter(err error, isSafe, hasKey bool, retries int) (time.Duration, bool) {
	var refusal *Error
	if !errors.As(err, &refusal) {
		return time.Second << retries / 2, isSafe // there was no answer
	}
	canRetry := refusal.Status == http.StatusTooManyRequests ||
		(refusal.Status >= 500 && isSafe) ||
		(refusal.Status == http.StatusConflict && hasKey)
	return refusal.RetryAfter, canRetry && refusal.hasRetryAfter
}

// jitter is up to a quarter of the wait, so that callers that were refused together do not come back together.
func jitter(wait time.Duration) time.Duration {
	if wait < time.Second {
		wait = time.Second
	}
	return time.Duration(rand.Int63n(int64(wait / 4)))
}

// send makes one attempt. An answer that is no success is an *Error.
func (t *transport) send(ctx context.Context, r request, call callOptions, body []byte) (*http.Response, error) {
	address := t.baseURL + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	var content io.Reader
	if r.file != nil {
		content = r.file
	} else if body != nil {
		content = bytes.NewReader(body)
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, address, content)
	if err != nil {
		return nil, err
	}
	sent.Header.Set("User-Agent", "waitlist-service-client-go")
	switch {
	case r.file != nil:
		sent.Header.Set("Content-Type", r.fileType)
	case body != nil:
		sent.Header.Set("Content-Type", "application/json")
	}
	switch {
	case r.statusToken != "":
		sent.Header.Set("Authorization", "Status "+r.statusToken)
	case !r.withoutKey:
		sent.Header.Set("Authorization", "Bearer "+t.apiKey)
	}
	if call.idempotencyKey != "" {
		sent.Header.Set("Idempotency-Key", call.idempotencyKey)
	}
	for name, values := range call.header {
		sent.Header[name] = values
	}
	response, err := t.http.Do(sent)
	if err != nil {
		return nil, err
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		defer response.Body.Close()
		return nil, readError(response)
	}
	return response, nil
}
