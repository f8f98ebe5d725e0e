// JSON as entries of the catalogue hold it: what is sent to a server as it is, and never changed.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
