module waitlist.example/waitlist

go 1.19
