extension HTMLReport {
    /// The style sheet of the page.
    ///
    /// The colors of the categories remain distinct with red-green color blindness.
    static let style = """
        :root {
          --back: #fbfbfa; --card: #fff; --text: #1c1e21; --faint: #5c6370; --line: #e2e4e8; --grid: #d4d7dc;
          --bad: #b3261e; --soon: #8a5a00; --good: #1b6e3c; --link: #0b5cad;
          --release: #0072b2; --ops: #d98200; --experiment: #00865f; --permission: #b5568f; --migration: #4aa5dc;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --back: #14161a; --card: #1c1f25; --text: #e6e8eb; --faint: #a0a7b4; --line: #2f343d; --grid: #3a404b;
            --bad: #ff8a80; --soon: #ffc36b; --good: #7ad9a0; --link: #83bdf5;
            --release: #4ea3e0; --ops: #f0a63a; --experiment: #35c296; --permission: #de8bbd; --migration: #9ad4f7;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; max-width: 72rem; padding: 1rem clamp(.75rem, 3vw, 2rem) 3rem; background: var(--back);
          color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
        }
        h1 { font-size: clamp(1.4rem, 4vw, 2rem); line-height: 1.2; margin: .5rem 0 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.15rem; margin: 0 0 .75rem; }
        p { margin: .25rem 0 .75rem; }
        a { color: var(--link); }
        code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
        section {
          background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 1rem 0;
          padding: 1rem clamp(.75rem, 2vw, 1.25rem);
        }
        .faint, caption { color: var(--faint); font-size: .9rem; }
        .bad { color: var(--bad); } .soon { color: var(--soon); } .good, .fine { color: var(--good); }
        .tiles { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); list-style: none;
          margin: 1rem 0; padding: 0; }
        .tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .6rem .9rem; }
        .tiles b { display: block; font-size: 1.7rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: .92rem; }
        caption { text-align: start; padding-bottom: .4rem; }
        th, td { text-align: start; vertical-align: top; padding: .45rem .9rem .45rem 0; border-top: 1px solid var(--line); }
        thead th { border-top: 0; color: var(--faint); font-weight: 600; white-space: nowrap; }
        tbody th { font-weight: 400; min-width: 7.5rem; }
        .number { text-align: end; font-variant-numeric: tabular-nums; }
        td ul { margin: 0; padding: 0 0 0 1.1rem; min-width: 9rem; }
        details > summary { cursor: pointer; color: var(--link); padding: .4rem 0; }
        .mark { border: 1px solid; border-radius: 99px; font-size: .75rem; padding: 0 .45rem; white-space: nowrap; }
        .mark.release { border-color: var(--release); } .mark.ops { border-color: var(--ops); }
        .mark.experiment { border-color: var(--experiment); } .mark.permission { border-color: var(--permission); }
        .mark.migration { border-color: var(--migration); }
        .legend { display: flex; flex-wrap: wrap; gap: .3rem 1rem; list-style: none; margin: 0 0 .5rem; padding: 0; font-size: .9rem; }
        .swatch { border-radius: 3px; display: inline-block; height: .8em; margin-inline-end: .4em; width: .8em; }
        .swatch.release { background: var(--release); } .swatch.ops { background: var(--ops); }
        .swatch.experiment { background: var(--experiment); } .swatch.permission { background: var(--permission); }
        .swatch.migration { background: var(--migration); }
        .plot { display: block; overflow: visible; width: 100%; }
        .plot text { fill: var(--faint); font-size: 12px; paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
        .plot .lane { fill: var(--text); font-size: 13px; }
        .plot .grid { stroke: var(--grid); stroke-width: 1; }
        .plot .limit { stroke: var(--text); stroke-dasharray: 4 3; stroke-width: 1.5; }
        .plot .release { fill: var(--release); } .plot .ops { fill: var(--ops); }
        .plot .experiment { fill: var(--experiment); } .plot .permission { fill: var(--permission); }
        .plot .migration { fill: var(--migration); }
        .plot .old { stroke: var(--bad); stroke-width: 2; }
        .plot .stays { fill-opacity: .25; stroke: var(--faint); stroke-width: 1; }
        .bar { display: flex; height: .8rem; min-width: 7rem; }
        .bar span { height: 100%; }
        .bar .release { background: var(--release); } .bar .ops { background: var(--ops); }
        .bar .experiment { background: var(--experiment); } .bar .permission { background: var(--permission); }
        .bar .migration { background: var(--migration); }
        @media print { body { max-width: none; } section, .tiles li { break-inside: avoid; } }
        """
}
