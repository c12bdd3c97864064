/// The sign-in code of apps as one writes it from the providers' pages, each as a flow.
///
/// Commands, effects and replies have the names that the shipped flow has which runs beside it as a shadow.
enum NaiveHandler {}
