import FlowDiagram
import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowTables
import Testing

@Suite("Pictures of flows")
struct ShippedFlowTests {
    /// How often lines may cross in each flow's diagram, so that an increase is noticed.
    private static let crossings = [
        "AccountDeletion": 2, "OfflineOTP": 40, "OTPlessSNA": 4, "OTPlessSmartAuth": 83, "PhoneLogin": 12,
        "PowerAuthActivation": 45,
        "PowerAuthBiometry": 9, "PowerAuthOffline": 12, "PowerAuthRequest": 18, "PowerAuthTokenRemoval": 3,
        "TruecallerOTP": 19, "TruecallerOneTap": 3,
    ]

    @Test("Every shipped flow is drawn with every law kept, and its lines cross no more often than they did")
    func shippedFlows() throws {
        let flows = try ShippedFlows.all()
        #expect(!flows.isEmpty)
        for flow in flows {
            let name = flow.machine.name.text
            let laws = LayoutLaws(Diagram(drawing: flow.machine, in: flow.source))
            #expect(laws.broken == [], "\(name)")
            let known = try #require(Self.crossings[name], "add to 'crossings': \"\(name)\": \(laws.crossings),")
            #expect(laws.crossings <= known, "\(name)")
        }
    }

    @Test("A flow with choices, timers, held ones, rows of nested groups and loops is drawn with every law kept")
    func constructs() throws {
        let flow = try LoadedFlow(Self.everything)
        let diagram = Diagram(drawing: flow.machine, in: flow.source)
        #expect(LayoutLaws(diagram).broken == [])
        #expect(diagram.groups.map(\.name) == ["Everything", "outer", "inner"])
        #expect(diagram.nodes.count { $0.kind == .choice } == 2)
    }

    /// Every way in which a row can lead somewhere.
    private static let everything = """
        flow Everything version 1
        enum Way { left, right }
        enum Why { tired }
        context { count: int 0...3 = 0, way: Way?, why: Why? }
        command start, turn(way: Way), stop, leave
        callback heard, seen, lost
        effect look replies found, missed otherwise missed within 5s
        source senses = "Sense" by kind singleton {
          HEARD => heard
          SEEN => seen
          LOST => lost
        }
        final done
        final tired keeps why
        final left
        require in done only after found
        on leave -> left
        within 9m -> tired { why = tired }
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> which }
        choice which { when count < 3 -> further { count += 1 } otherwise -> tired }
        choice further { when way == left -> listening otherwise -> watching }
        group outer {
          timer life
          on stop -> idle
          on heard, seen when count > 1 -> listening
          ignore heard, seen otherwise
          state listening {
            enter { set life 30s }
            on lost -> listening
            on life -> tired
            after 10s -> watching
          }
          group inner {
            on life -> tired
            on lost -> listening
            state watching {
              enter { do look }
              on turn -> watching { keep way }
              on found -> done
              on missed -> which
            }
            state turning waits for user {
              on turn when way == left -> watching
              on turn otherwise -> listening
              ignore lost
              hold life
            }
          }
        }
        """
}
