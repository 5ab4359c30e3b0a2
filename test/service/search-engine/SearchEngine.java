import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/** One node of OpenSearch with its HTTP port: `java -cp JARS SearchEngine.java PORT FOLDER`. */
public class SearchEngine {
  static class LocalNode extends Node {
    LocalNode(Settings settings) {
      super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "local"),
          List.of(new PluginInfo("netty4", "HTTP", "3", Version.CURRENT, "21",
              Netty4ModulePlugin.class.getName(), null, List.of(), false)), false);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[1]).toAbsolutePath();
    Settings settings = Settings.builder()
        .put("path.home", home.toString())
        .put("cluster.name", "local")
        .put("discovery.type", "single-node")
        .put("http.port", arguments[0])
        .put("http.host", "127.0.0.1")
        .put("transport.host", "127.0.0.1")
        .put("transport.port", "0")
        .put("transport.type", "netty4")
        .put("http.type", "netty4")
        .put("cluster.routing.allocation.disk.threshold_enabled", false)
        .build();
    Node node = new LocalNode(settings).start();
    System.out.println("ready");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> { try { node.close(); } catch (Exception e) { } }));
    Thread.currentThread().join();
  }
}
