// The loop that owns rooms comes with the service.
