// Replaced as tests are written.
