// What a script finds in its sandbox: `sl`, `console`, and the way of its result to us. It runs before the script, in the same place.
//
// Invariant: nothing here is believed by us; it only makes questions of calls, and keeps what it needs of the language
// before the script can change that.

/** `names` are the methods; `atOnce` calls are open at the same time, and the others wait inside. */
export function preludeText(names: readonly string[], atOnce: number): string {
  return `((names, atOnce) => ${inside})(${JSON.stringify(names)}, ${atOnce})`;
}

const inside = `(host, main) => {
  "use strict";
  const { parse, stringify } = JSON;
  const { ask, print, returned, threw } = host;
  const { create, defineProperty, freeze, fromEntries } = Object;
  const [ThisError, ThisPromise, ThisProxy, ThisMap, ThisSet, text] = [Error, Promise, Proxy, Map, Set, String];
  const then = Function.prototype.call.bind(Promise.prototype.then);
  const listOf = Array.from.bind(Array);

  let first, last;
  let open = 0;
  const next = () => {
    while (open < atOnce && first !== undefined) {
      const one = first;
      first = one.next;
      open += 1;
      ask(one.question, (answer) => {
        open -= 1;
        next();
        settle(one, parse(answer));
      });
    }
  };

  class Refused extends ThisError {}
  const failed = (error, refusal) => {
    error.name = "Refused";
    for (const key of ["code", "what", "why", "next"]) if (refusal[key] !== undefined) error[key] = refusal[key];
    error.message = refusal.code + ": " + refusal.what + (refusal.why === undefined ? "" : " " + refusal.why);
    return error;
  };
  const settle = ({ resolve, reject, error }, answer) => {
    if (answer.refusal !== undefined) return reject(failed(error, answer.refusal));
    const { value, standing } = answer;
    if (typeof value === "object" && value !== null) defineProperty(value, "standing", { value: standing });
    resolve(value);
  };
  const question = (method, subject, options) => {
    const one = {
      question: stringify({ method, subject, options }),
      // Made where the script asks, so that its stack says where that was.
      error: new Refused(""),
      next: undefined,
      resolve: undefined,
      reject: undefined,
    };
    // A promise would keep a want of memory to itself here, and a loop that asks on would never end: so nothing is made inside.
    const promise = new ThisPromise((resolve, reject) => {
      one.resolve = resolve;
      one.reject = reject;
    });
    if (first === undefined) first = one;
    else last.next = one;
    last = one;
    next();
    return promise;
  };

  const methods = create(null);
  const method = (name) => (subject, options) => question(name, subject, options);
  for (const name of names) methods[name] = method(name);
  const sl = new ThisProxy(freeze(methods), {
    // What there is not is refused by name, with what is meant; waiting for the object itself is no call.
    get: (_, name) => methods[name] ?? (typeof name !== "string" || name === "then" ? undefined : method(name)),
  });
  const shown = (value) => {
    try {
      return typeof value === "string" ? value : (stringify(value, plain) ?? text(value));
    } catch (error) {
      return "(a value that cannot be shown)";
    }
  };
  const log = (...values) => print(values.map(shown).join(" "));
  const plain = (_, value) => {
    if (typeof value === "bigint") return text(value);
    if (value instanceof ThisMap) return fromEntries(value);
    return value instanceof ThisSet ? listOf(value) : value;
  };
  globalThis.console = freeze({ log, info: log, warn: log, error: log, debug: log });
  globalThis.sl = sl;

  const told = (thrown) => {
    if (typeof thrown !== "object" || thrown === null) return { name: "Thrown", message: shown(thrown), stack: "" };
    const { name, message, stack, code, what, why, next: after } = thrown;
    const refusal = thrown instanceof Refused ? { code, what, why, next: after } : undefined;
    return { name: text(name), message: text(message ?? shown(thrown)), stack: text(stack), refusal };
  };
  const fail = (thrown) => {
    try {
      threw(stringify(told(thrown)));
    } catch (error) {
      threw('{"name":"Thrown","message":"something that cannot be read"}');
    }
  };
  then(
    main(),
    (value) => {
      try {
        returned(stringify(value, plain) ?? "");
      } catch (error) {
        fail(error);
      }
    },
    fail,
  );
}`;
