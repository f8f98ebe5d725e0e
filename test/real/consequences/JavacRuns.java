// Compiles a project many times in one process, each time with some files changed, and prints the places of errors.
//
// Standard input has lines `put <path> <length>` with a text of so many bytes behind them, `drop <path>` and `run <name>`. What
// comes before the first `run` stays; what comes between two of them holds for the second alone. Each error is a line:
// the name of the run, the path and the message, with tabs between them.

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

public final class JavacRuns {
    private static final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    // Errors of all of the program, and not only of the first step that fails; no classes are written.
    private static final List<String> options = List.of(
            "-proc:none", "-implicit:none", "-Xmaxerrs", "100000",
            "-XDshould-stop.ifError=FLOW", "-XDshould-stop.ifNoError=FLOW");

    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(System.in);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        JavaFileManager files = compiler.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8);
        Map<String, String> base = new TreeMap<>();
        Map<String, String> now = base;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "put" -> now.put(words[1], text(in, Integer.parseInt(words[2])));
                case "drop" -> now.remove(words[1]);
                default -> {
                    compile(words[1], now, files, out);
                    now = new TreeMap<>(base);
                }
            }
        }
        out.flush();
    }

    private static void compile(String name, Map<String, String> sources, JavaFileManager files, PrintStream out) {
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((path, text) -> units.add(new Source(path, text)));
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        compiler.getTask(null, files, found, options, null, units).call();
        for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
            if (one.getKind() != Diagnostic.Kind.ERROR || one.getSource() == null) continue;
            String message = one.getMessage(Locale.ENGLISH).lines().findFirst().orElse("");
            out.println(name + "\t" + one.getSource().toUri().getPath().substring(1) + "\t" + message);
        }
        out.println(name + "\t\tdone");
    }

    private static String line(DataInputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int one = in.read(); one >= 0 && one != '\n'; one = in.read()) line.write(one);
        return line.toString(StandardCharsets.UTF_8);
    }

    private static String text(DataInputStream in, int length) throws IOException {
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String path, String text) {
            super(URI.create("text:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoresEncodingErrors) {
            return text;
        }
    }
}
