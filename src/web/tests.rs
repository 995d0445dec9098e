//! The whole server over HTTP and sockets.
