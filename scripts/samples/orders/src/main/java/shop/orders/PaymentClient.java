package shop.orders;

import java.io.IOException;

class PaymentClient {
    void charge() throws IOException {
        send();
    }

    private void send() throws IOException {
        throw new IOException("payments answered 503: charge failed");
    }
}
