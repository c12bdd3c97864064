/// The sign-in code of apps as one writes it from the providers' pages, each as a flow.
///
/// Commands, effects and replies have the names that they have in the shipped flow, which runs beside the handler as a shadow.
enum NaiveHandler {}
