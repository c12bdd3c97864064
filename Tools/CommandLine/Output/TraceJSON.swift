import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayReplay

extension JSONValue {
    /// The spans as one request of OTLP, the protocol by which OpenTelemetry sends traces.
    ///
    /// Source: the JSON encoding of OTLP 1: names in lowerCamelCase, identities in hexadecimal digits, times as decimal texts.
    static func traces(_ spans: [JSONValue]) -> JSONValue {
        .object([
            "resourceSpans": .list([
                .object([
                    "resource": .object(["attributes": .list([attribute("service.name", .text("keyway"))])]),
                    "scopeSpans": .list([
                        .object(["scope": .object(["name": .text("keyway")]), "spans": .list(spans)])
                    ]),
                ])
            ])
        ])
    }

    /// The JSON text of a request before its first span and after its last one; commas separate the spans between.
    static var traceFrame: (beginning: String, end: String) {
        // A text in the place of the spans, by which the request is cut in two.
        let place = "spans"
        let parts = traces([.text(place)]).compact.split(separator: "[\"\(place)\"]", maxSplits: 1)
        return ("\(parts[0])[", "]\(parts[1])")
    }

    fileprivate static func attribute(_ name: String, _ value: JSONValue) -> JSONValue {
        .object(["key": .text(name), "value": typed(value)])
    }

    /// The value with the name of its type, as an attribute has it.
    private static func typed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .bool: .object(["boolValue": value])
        // 64-bit integers are texts in this encoding.
        case .integer(let number): .object(["intValue": .text(String(number))])
        case .list(let elements): .object(["arrayValue": .object(["values": .list(elements.map(typed))])])
        default: .object(["stringValue": value])
        }
    }
}

extension Replay.Timeline {
    /// The run of these records as one span, with an event for each record.
    ///
    /// The identity of the trace is the run's, that of the span its last 16 digits.
    func span(of records: [Record]) -> JSONValue {
        let end = ended ?? records.last?.time ?? began
        var told: [UInt64: Entry] = [:]
        for entry in entries { told[entry.sequence] = entry }
        // How an app's own handler ended beside a shadow, whose flow only watches and ends no sign-in.
        let app = records.reversed().lazy.compactMap(\.appOutcome).first
        let attributes =
            [
                JSONValue.attribute("keyway.flow", .text(flow)),
                JSONValue.attribute("keyway.version", .integer(Int64(version))),
                JSONValue.attribute("keyway.kind", .text("\(kind)")),
                JSONValue.attribute("keyway.state", .text(state)),
                JSONValue.attribute("keyway.ended", .bool(isEnded && kind != .shadow)),
            ] + (app.map { [JSONValue.attribute("keyway.app", .text($0.words))] } ?? [])
            + (reference.map { [JSONValue.attribute("keyway.reference", .text($0))] } ?? [])
            + kept.map { JSONValue.attribute("keyway.kept.\($0.name)", .text($0.value.description)) }
        return .object([
            "traceId": .text(run.description), "spanId": .text(String(run.description.suffix(16))), "name": .text(flow),
            // SPAN_KIND_INTERNAL.
            "kind": .integer(1), "startTimeUnixNano": .text(began.nanoseconds),
            "endTimeUnixNano": .text(end.nanoseconds),
            "attributes": .list(attributes),
            "events": .list(records.map { told[$0.sequence]?.traceEvent(since: began) ?? $0.traceEvent }),
        ])
    }

    /// When the run itself reached its final; nil for one that goes on. Records behind it, as late callbacks, make no sign-in longer.
    private var ended: Instant? {
        guard isEnded else { return nil }
        // Nothing leads out of a final, so that the first entry in this state is the one that ended the run.
        let ending = initialState == state ? nil : entries.first { $0.leg == nil && $0.state == state }
        return began.advanced(byMilliseconds: ending?.at ?? 0)
    }
}

extension Replay.Timeline.Entry {
    fileprivate func traceEvent(since began: Instant) -> JSONValue {
        let attributes =
            [
                JSONValue.attribute("keyway.sequence", .integer(Int64(clamping: sequence))),
                JSONValue.attribute("keyway.disposition", .text(disposition.description)),
                JSONValue.attribute("keyway.state", .text(state)), JSONValue.attribute("keyway.cause", .text(cause)),
            ] + (leg.map { [JSONValue.attribute("keyway.leg", .text($0))] } ?? [])
            + fields.map { JSONValue.attribute("keyway.field.\($0.name)", .text($0.value.description)) }
            + (unread?.name.map { [JSONValue.attribute("keyway.unread.name", .text($0))] } ?? [])
            + (unread?.status.map { [JSONValue.attribute("keyway.unread.status", .integer($0))] } ?? [])
            + (effects.isEmpty ? [] : [JSONValue.attribute("keyway.effects", .texts(effects))])
        return .object([
            "timeUnixNano": .text(began.advanced(byMilliseconds: at).nanoseconds), "name": .text(event),
            "attributes": .list(attributes),
        ])
    }
}

extension Record {
    /// How the app's own handler ended; nil for a record of anything else.
    fileprivate var appOutcome: AppOutcome? { if case .appEnded(let outcome) = content { outcome } else { nil } }

    /// The event of the span for a record that has no entry in a timeline.
    fileprivate var traceEvent: JSONValue {
        var attributes = [JSONValue.attribute("keyway.sequence", .integer(Int64(clamping: sequence)))]
        let name: String
        switch content {
        case .began: name = "began"
        case .closed(let order, let closing):
            name = "closed"
            attributes.append(JSONValue.attribute("keyway.orderedBy", .integer(Int64(clamping: order.sequence))))
            attributes.append(JSONValue.attribute("keyway.closing", .text("\(closing)")))
        case .resumed(let resumption):
            name = "resumed"
            attributes.append(JSONValue.attribute("keyway.epoch", .integer(Int64(resumption.epoch))))
        case .commandBeforeLeg(let command):
            name = "turnedAway"
            attributes.append(JSONValue.attribute("keyway.leg", .text(command.leg)))
        case .appEnded(let outcome):
            name = "appEnded"
            attributes.append(JSONValue.attribute("keyway.outcome", .text(outcome.words)))
        case .takenOver(let orders):
            name = "takenOver"
            attributes.append(JSONValue.attribute("keyway.orders", .integer(Int64(orders.count))))
        // These two have entries, except after the record up to which a run is told.
        case .event: name = "event"
        case .legBegan: name = "legBegan"
        }
        return .object([
            "timeUnixNano": .text(time.nanoseconds), "name": .text(name), "attributes": .list(attributes),
        ])
    }
}

extension Instant {
    /// Nanoseconds since the beginning of 1970, as a text: a number of JSON would lose digits.
    fileprivate var nanoseconds: String { milliseconds <= 0 ? "0" : "\(milliseconds)000000" }
}
