module program

go 1.19

require waitlist.example/waitlist v0.0.0

replace waitlist.example/waitlist => ../../../clients/go
