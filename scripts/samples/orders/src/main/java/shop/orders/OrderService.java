package shop.orders;

import java.io.IOException;

class OrderService {
    void place(String failure) throws OrderFailed {
        try {
            if (failure.equals("stock")) {
                reserve();
            } else {
                new PaymentClient().charge();
            }
        } catch (IOException cause) {
            throw new OrderFailed("Order could not be placed", cause);
        }
    }

    private void reserve() throws IOException {
        new StockClient().reserve();
    }
}
