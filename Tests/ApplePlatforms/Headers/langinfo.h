#pragma once
#define CODESET 0
typedef int nl_item;
char *nl_langinfo(nl_item);
