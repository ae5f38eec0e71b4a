package waitlist

import (
	"context"
	"encoding/json"
)

// pageSize is the largest page that the API allows.
const pageSize = 200

// Page is one page of a list.
type Page[T any] struct {
	Data []T `json:"data"`
	// Total is the number of items on all pages.
	Total   int  `json:"total"`
	Limit   int  `json:"limit"`
	Offset  int  `json:"offset"`
	HasMore bool `json:"has_more"`
}

// Iterator goes over the items of all pages of a list:
//
//	signups := client.Signups.Iterate(waitlistID, nil)
//	for signups.Next(ctx) {
//		fmt.Println(signups.Value().Email)
//	}
//	if err := signups.Err(); err != nil {
//		return err
//	}
type Iterator[T any] struct {
	// nextPage returns the items of the next page, and whether others follow.
	nextPage func(context.Context) ([]T, bool, error)
	page     []T
	value    T
	isLast   bool
	err      error
}

// Next goes to the next item, and reads the next page where needed. It is false at the end and after an error.
func (i *Iterator[T]) Next(ctx context.Context) bool {
	for len(i.page) == 0 {
		if i.isLast || i.err != nil {
			return false
		}
		var hasMore bool
		i.page, hasMore, i.err = i.nextPage(ctx)
		i.isLast = !hasMore
	}
	i.value, i.page = i.page[0], i.page[1:]
	return true
}

// Value is the item that Next went to.
func (i *Iterator[T]) Value() T { return i.value }

// Err is the error that ended the iteration, nil if it came to the end.
func (i *Iterator[T]) Err() error { return i.err }

// newIterator leaves out what came before: an item added meanwhile moves others to a later page.
func newIterator[T any](
	readPage func(ctx context.Context, limit, offset int) (*Page[T], error),
	keyOf func(T) any,
) *Iterator[T] {
	seen := map[any]bool{}
	offset := 0
	return &Iterator[T]{nextPage: func(ctx context.Context) ([]T, bool, error) {
		page, err := readPage(ctx, pageSize, offset)
		if err != nil {
			return nil, false, err
		}
		offset += pageSize
		items := make([]T, 0, len(page.Data))
		for _, item := range page.Data {
			if key := keyOf(item); !seen[key] {
				seen[key] = true
				items = append(items, item)
			}
		}
		return items, page.HasMore, nil
	}}
}

// newCursorIterator follows the cursors that pages tell.
func newCursorIterator[T any](
	after string,
	readPage func(ctx context.Context, limit int, after string) ([]T, *string, error),
) *Iterator[T] {
	return &Iterator[T]{nextPage: func(ctx context.Context) ([]T, bool, error) {
		items, cursor, err := readPage(ctx, pageSize, after)
		if err != nil || cursor == nil {
			return items, false, err
		}
		after = *cursor
		return items, true, nil
	}}
}

// EachEvent calls handle with every event behind params.After, oldest first, up to the last one there is. Keep the cursor once
// the event is handled, and pass it as After next time. It is that of the page before until the page's last event: an event
// may come again after a crash, and none is left out. An error of handle ends it and is returned.
func (c *Client) EachEvent(
	ctx context.Context,
	params *ListEventsParams,
	handle func(event FeedEvent, cursor string) error,
) error {
	query := valueOf(params)
	query.Limit = pageSize
	for {
		page, err := c.Events.List(ctx, &query)
		if err != nil {
			return err
		}
		for index, event := range page.Data {
			cursor := query.After
			if index == len(page.Data)-1 {
				cursor = page.NextCursor
			}
			if err := handle(event, cursor); err != nil {
				return err
			}
		}
		if !page.HasMore {
			return nil
		}
		query.After, query.From = page.NextCursor, ""
	}
}

// Decode reads the data of an event, such as that of EventSignupCreated into a SignupCreatedData.
func (e FeedEvent) Decode(data any) error { return json.Unmarshal(e.Data, data) }
