package shop.orders;

class OrderController {
    void place(String failure) throws OrderFailed {
        new OrderService().place(failure);
    }
}
