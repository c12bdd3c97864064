/// How a picture looks, on light and on dark pages.
enum SVGStyle {
    static let text = """
        text { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; fill: #1f2328 }
        .name { font-size: 14px; text-anchor: middle }
        .label { font-size: 12px; fill: #57606a }
        .heading { font-size: 12px; font-weight: 600; fill: #57606a }
        .page { fill: #ffffff }
        .frame rect { fill: #f6f8fa; stroke: #d0d7de }
        .group rect { fill: #ffffff; stroke: #afb8c1; stroke-dasharray: 5 3 }
        .line { fill: none; stroke: #6e7781; stroke-width: 1.3 }
        .ink { fill: #57606a }
        .shape { fill: #ffffff; stroke: #57606a; stroke-width: 1.3 }
        .mark { fill: none; stroke: #57606a; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round }
        .waiting .shape { fill: #eef5fd; stroke: #3d78b8 }
        .waiting .mark { stroke: #3d78b8 }
        .success .shape { fill: #eaf6ec; stroke: #2f7d44 }
        .success .mark { stroke: #2f7d44; stroke-width: 2.4 }
        .failure .shape { fill: #fcefee; stroke: #b3453c }
        .failure .mark { stroke: #b3453c; stroke-width: 2.4 }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 }
        .label, .heading { fill: #9da7b3 }
        .page { fill: #0d1117 }
        .frame rect { fill: #13181f; stroke: #30363d }
        .group rect { fill: #0d1117; stroke: #484f58 }
        .line { stroke: #7d8590 }
        .ink { fill: #9da7b3 }
        .shape { fill: #1b212a; stroke: #9da7b3 }
        .mark { stroke: #9da7b3 }
        .waiting .shape { fill: #14243a; stroke: #6ca4e0 }
        .waiting .mark { stroke: #6ca4e0 }
        .success .shape { fill: #12291a; stroke: #5cb874 }
        .success .mark { stroke: #5cb874 }
        .failure .shape { fill: #331a1a; stroke: #e5837a }
        .failure .mark { stroke: #e5837a }
        }
        """
}
