// The shapes of what we send, in our own words: published types must stand without the package that they are checked against.
//
// Invariant: each is assignable to the protocol library's type of the same request; a test holds them to it.

export interface WirePosition {
  /** From 0. */
  line: number;
  /** From 0, in units of the negotiated encoding. */
  character: number;
}

export interface WireRange {
  start: WirePosition;
  end: WirePosition;
}

export interface InDocument {
  textDocument: { uri: string };
}

export interface AtPosition extends InDocument {
  position: WirePosition;
}

export interface InRange extends InDocument {
  range: WireRange;
}

export interface Formatting extends InDocument {
  options: { tabSize: number; insertSpaces: boolean };
}

/** An item of a hierarchy goes back to the server as it came. */
export interface OfItem {
  item: {
    name: string;
    kind:
      | 1
      | 2
      | 3
      | 4
      | 5
      | 6
      | 7
      | 8
      | 9
      | 10
      | 11
      | 12
      | 13
      | 14
      | 15
      | 16
      | 17
      | 18
      | 19
      | 20
      | 21
      | 22
      | 23
      | 24
      | 25
      | 26;
    uri: string;
    range: WireRange;
    selectionRange: WireRange;
  };
}

export interface CodeActionContext {
  diagnostics: { range: WireRange; message: string }[];
  only?: string[];
  /** Spec: LSP 3.18 CodeActionTriggerKind.Invoked: requested explicitly. */
  triggerKind?: 1;
}
