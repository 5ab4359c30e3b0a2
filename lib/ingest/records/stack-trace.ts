/** Which lines continue the record before them because they are part of a stack trace. */

/** The frames and causes of Java, .NET, JavaScript, Ruby, PHP and Go, each of which says by itself what it is. */
const traceLines = [
  /^\s+at \S/,
  /^\s*\.{3} \d+ (?:more|common frames omitted|lines matching cause stack trace \.{3})$/,
  /^\s*(?:Caused by|Suppressed|Wrapped by): \S/,
  /^\s+---(?:>| End of )/,
  /^\s+from \S+:\d+:in /,
  /^(?:PHP )?\s*(?:Stack trace:|#\d+ (?:\{main\}|\S+\(\d+\): |\[internal function\]: ).*)$/,
  /^(?:PHP )?\s+thrown in \S+ on line \d+$/,
  /^\t\S+\.go:\d+(?: \+0x[0-9a-f]+)?$/,
  /^\[signal SIG[A-Z]+: .*\]$/,
];

/** The line before the frames, such as `java.lang.IllegalStateException: closed`. */
const exceptionName = /^(?:[\w$]+\.)*[\w$]*(?:Exception|Error|Throwable)(?::\s|$)/;

/** The members of an error of Node.js, such as its cause, follow its last frame. */
const frameWithMembers = /^\s+at \S.* \{$/;

const pythonStart = /^\s*Traceback \(most recent call last\):$/;
const pythonLink =
  /^(?:During handling of the above exception, another exception occurred|The above exception was the direct cause of the following exception):$/;
const goStart = /^goroutine \d+ \[[^\]]*\]:$/;
const goCall = /^(?:[^\s(]+\(.*\)|created by \S.*)$/;

function isTraceLine(line: string): boolean {
  return traceLines.some((one) => one.test(line));
}

/** Sees the lines of a text in their order. */
export class StackTraces {
  /**
   * What the next line may be. `python`: a part of a trace up to the name of the exception. `members`: one of the members
   * of an error of Node.js, up to their brace.
   */
  #state: 'none' | 'python' | 'afterPython' | 'go' | 'members' = 'none';

  /** @param next The line after this one, blank lines left out. */
  continues(line: string, next: string | undefined): boolean {
    // Most lines begin with a date, an address or a priority, and no line of a trace does.
    if (this.#state === 'none' && /^[\d<]/.test(line)) return false;
    if (pythonStart.test(line)) this.#state = 'python';
    else if (goStart.test(line)) this.#state = 'go';
    else if (!this.#goesOn(line)) return this.#begins(line, next);
    return true;
  }

  /** Whether the trace that has begun has this line. */
  #goesOn(line: string): boolean {
    switch (this.#state) {
      case 'python':
        // The last line of such a trace is the first without an indent.
        if (!/^\s/.test(line)) this.#state = 'afterPython';
        return true;
      case 'afterPython':
        return pythonLink.test(line);
      case 'go':
        return goCall.test(line) || isTraceLine(line);
      case 'members':
        if (line === '}') this.#state = 'none';
        return line === '}' || /^\s/.test(line);
      case 'none':
        return false;
    }
  }

  #begins(line: string, next: string | undefined): boolean {
    this.#state = frameWithMembers.test(line) ? 'members' : 'none';
    return isTraceLine(line) || (next !== undefined && exceptionName.test(line) && isTraceLine(next));
  }
}
