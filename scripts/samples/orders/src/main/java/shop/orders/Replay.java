package shop.orders;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.util.Clock;

/** Orders logs with Log4j in the layout of Spring Boot. Reads lines of: time, level, logger, thread, trace, failure, text. */
public class Replay implements Clock {
    static long now;

    @Override
    public long currentTimeMillis() {
        return now;
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("log4j2.clock", Replay.class.getName());
        var builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.add(builder.newAppender("out", "Console").add(builder.newLayout("PatternLayout").addAttribute(
                "pattern",
                "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}{UTC} %5p 1 --- [orders] [%15.15t] [%X{trace}] %-40.40c{1.} : %m%n%ex")));
        builder.add(builder.newRootLogger(Level.DEBUG).add(builder.newAppenderRef("out")));
        Configurator.initialize(builder.build());
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = lines.readLine()) != null;) {
            String[] said = line.split("\t", -1);
            now = Long.parseLong(said[0]);
            var logger = LogManager.getLogger("shop.orders." + said[2]);
            var level = Level.valueOf(said[1]);
            var thread = new Thread(() -> {
                ThreadContext.put("trace", said[4]);
                if (said[5].isEmpty()) {
                    logger.log(level, said[6]);
                    return;
                }
                try {
                    new OrderController().place(said[5]);
                } catch (OrderFailed failure) {
                    logger.log(level, said[6], failure);
                }
            }, said[3]);
            thread.start();
            thread.join();
        }
    }
}
