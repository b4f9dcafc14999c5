#ifndef CTransfer_h
#define CTransfer_h

#include <stdbool.h>
#include <stddef.h>

/// An HTTP request. Texts that are `NULL` have no effect.
struct ct_transfer_request {
    const char *method;
    const char *url;
    /// Lines such as `Name: value`, followed by `NULL`.
    const char *const *fields;
    const void *body;
    size_t body_size;
    /// Files in PEM: the only trusted authorities, and a client certificate with its key.
    const char *authority;
    const char *certificate;
    const char *key;
    /// Whether to use version 1.0, to which servers answer without chunks.
    bool is_old_version;
};

/// Functions that receive the response on the thread of the call. Each returns whether to continue.
struct ct_transfer_handler {
    void *context;
    /// Receives each line of the head with its line break. The last one is empty.
    bool (*line)(void *context, const char *bytes, size_t size);
    /// Receives the next bytes of the body.
    bool (*part)(void *context, const char *bytes, size_t size);
    /// Called several times a second.
    bool (*goes_on)(void *context);
};

enum {
    /// libcurl isn't installed, or too old.
    CT_TRANSFER_MISSING = -1,
    /// A function of the handler ended the transfer.
    CT_TRANSFER_STOPPED = -2,
    CT_TRANSFER_MESSAGE_SIZE = 256,
};

/// Sends a request with the system's libcurl, which is loaded at the first call, and returns at the end of the response.
///
/// Redirects aren't followed.
///
/// - Returns: A code of libcurl, 0 for a complete response, or one of the constants.
int ct_transfer(
    const struct ct_transfer_request *request,
    const struct ct_transfer_handler *handler,
    char message[CT_TRANSFER_MESSAGE_SIZE]
);

#endif
