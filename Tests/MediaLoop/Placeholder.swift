// The loop comes with the service.
