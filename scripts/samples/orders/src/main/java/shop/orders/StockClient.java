package shop.orders;

import java.io.IOException;
import java.net.SocketTimeoutException;

class StockClient {
    void reserve() throws IOException {
        throw new SocketTimeoutException("Read timed out after 3000 ms: inventory.internal/10.0.2.15:7400");
    }
}
