package shop.orders;

class OrderFailed extends Exception {
    OrderFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
