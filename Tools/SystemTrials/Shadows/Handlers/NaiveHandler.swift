/// Handlers as one writes them from the providers' pages, as flows in the words of the language.
///
/// Commands, effects and replies have the names of the shipped flow that is the handler's shadow.
enum NaiveHandler {}
