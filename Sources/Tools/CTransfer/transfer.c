#include "CTransfer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// The parts of libcurl's binary interface that are used here. Without its headers, a build needs no other package, and
// programs start without it.
typedef void CURL;
typedef void CURLM;
struct curl_slist;
struct message {
    int kind;
    CURL *easy;
    union {
        void *pointer;
        int result;
    } data;
};

enum {
    global_default = 3,
    message_done = 1,
    http_and_https = 1 | 2,
    version_1_0 = 1,
    version_1_1 = 2,

    option_body_size = 30000 + 120,
    option_body = 10000 + 15,
    option_method = 10000 + 36,
    option_url = 10000 + 2,
    option_fields = 10000 + 23,
    option_authority = 10000 + 65,
    option_certificate = 10000 + 25,
    option_key = 10000 + 87,
    option_message = 10000 + 10,
    option_write_context = 10000 + 1,
    option_write = 20000 + 11,
    option_line_context = 10000 + 29,
    option_line = 20000 + 79,
    option_no_signals = 99,
    option_protocols = 181,
    option_version = 84,
    option_alpn = 226,
    option_path_as_is = 234,
    option_encodings = 10000 + 102,
};

static struct {
    int (*global_init)(long);
    CURL *(*easy_init)(void);
    int (*easy_setopt)(CURL *, int, ...);
    void (*easy_cleanup)(CURL *);
    const char *(*easy_strerror)(int);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
    CURLM *(*multi_init)(void);
    int (*multi_add_handle)(CURLM *, CURL *);
    int (*multi_remove_handle)(CURLM *, CURL *);
    int (*multi_perform)(CURLM *, int *);
    int (*multi_poll)(CURLM *, void *, unsigned, int, int *);
    struct message *(*multi_info_read)(CURLM *, int *);
    int (*multi_cleanup)(CURLM *);
} curl;

static bool load(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "/usr/lib/libcurl.4.dylib"};
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof names[0]; index++) {
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) { return false; }
#define FIND(name) \
    do { \
        *(void **)&curl.name = dlsym(library, "curl_" #name); \
        if (!curl.name) { return false; } \
    } while (0)
    FIND(global_init);
    FIND(easy_init);
    FIND(easy_setopt);
    FIND(easy_cleanup);
    FIND(easy_strerror);
    FIND(slist_append);
    FIND(slist_free_all);
    FIND(multi_init);
    FIND(multi_add_handle);
    FIND(multi_remove_handle);
    FIND(multi_perform);
    FIND(multi_poll);
    FIND(multi_info_read);
    FIND(multi_cleanup);
#undef FIND
    return curl.global_init(global_default) == 0;
}

/// Loads the library at the first call.
static bool is_loaded(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_tried, result;
    pthread_mutex_lock(&lock);
    if (!is_tried) { result = load(); }
    is_tried = true;
    bool is_loaded = result;
    pthread_mutex_unlock(&lock);
    return is_loaded;
}

struct receiver {
    const struct ct_transfer_handler *handler;
    bool is_stopped;
};

static size_t receive(
    struct receiver *receiver,
    bool (*take)(void *, const char *, size_t),
    const char *bytes,
    size_t size
) {
    if (take(receiver->handler->context, bytes, size)) { return size; }
    receiver->is_stopped = true;
    return 0;
}

static size_t receive_line(char *bytes, size_t size, size_t count, void *context) {
    struct receiver *receiver = context;
    return receive(receiver, receiver->handler->line, bytes, size * count);
}

static size_t receive_part(char *bytes, size_t size, size_t count, void *context) {
    struct receiver *receiver = context;
    return receive(receiver, receiver->handler->part, bytes, size * count);
}

static int perform(CURLM *multi, struct receiver *receiver) {
    for (;;) {
        int running = 0;
        if (curl.multi_perform(multi, &running) != 0) { return CT_TRANSFER_STOPPED; }
        if (receiver->is_stopped || !receiver->handler->goes_on(receiver->handler->context)) {
            return CT_TRANSFER_STOPPED;
        }
        if (running == 0) { break; }
        if (curl.multi_poll(multi, NULL, 0, 200, NULL) != 0) { return CT_TRANSFER_STOPPED; }
    }
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left))) {
        if (message->kind == message_done) { return message->data.result; }
    }
    return CT_TRANSFER_STOPPED;
}

int ct_transfer(
    const struct ct_transfer_request *request,
    const struct ct_transfer_handler *handler,
    char message[CT_TRANSFER_MESSAGE_SIZE]
) {
    message[0] = 0;
    CURL *easy = is_loaded() ? curl.easy_init() : NULL;
    CURLM *multi = easy ? curl.multi_init() : NULL;
    if (!multi) {
        if (easy) { curl.easy_cleanup(easy); }
        return CT_TRANSFER_MISSING;
    }
    struct receiver receiver = {handler, false};
    struct curl_slist *fields = NULL;
    for (const char *const *field = request->fields; field && *field; field++) {
        struct curl_slist *longer = curl.slist_append(fields, *field);
        if (longer) { fields = longer; }
    }
    curl.easy_setopt(easy, option_message, message);
    curl.easy_setopt(easy, option_no_signals, 1L);
    curl.easy_setopt(easy, option_protocols, (long)http_and_https);
    curl.easy_setopt(easy, option_path_as_is, 1L);
    // All that it can decode.
    curl.easy_setopt(easy, option_encodings, "");
    curl.easy_setopt(easy, option_version, (long)(request->is_old_version ? version_1_0 : version_1_1));
    // Version 1.0 can't be negotiated.
    if (request->is_old_version) { curl.easy_setopt(easy, option_alpn, 0L); }
    if (request->authority) { curl.easy_setopt(easy, option_authority, request->authority); }
    if (request->certificate) { curl.easy_setopt(easy, option_certificate, request->certificate); }
    if (request->key) { curl.easy_setopt(easy, option_key, request->key); }
    curl.easy_setopt(easy, option_fields, fields);
    curl.easy_setopt(easy, option_line, receive_line);
    curl.easy_setopt(easy, option_line_context, &receiver);
    curl.easy_setopt(easy, option_write, receive_part);
    curl.easy_setopt(easy, option_write_context, &receiver);
    if (request->body) {
        curl.easy_setopt(easy, option_body_size, (long long)request->body_size);
        curl.easy_setopt(easy, option_body, request->body);
    }
    curl.easy_setopt(easy, option_method, request->method);
    int code = curl.easy_setopt(easy, option_url, request->url);
    if (code == 0 && curl.multi_add_handle(multi, easy) == 0) {
        code = perform(multi, &receiver);
        curl.multi_remove_handle(multi, easy);
    }
    if (code > 0 && !message[0]) {
        strncpy(message, curl.easy_strerror(code), CT_TRANSFER_MESSAGE_SIZE - 1);
        message[CT_TRANSFER_MESSAGE_SIZE - 1] = 0;
    }
    curl.multi_cleanup(multi);
    curl.easy_cleanup(easy);
    curl.slist_free_all(fields);
    return code;
}
