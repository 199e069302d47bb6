/// The looks of the page. Every colour is a custom property, so that the contrast of each pair can
/// be computed; no meaning depends on a colour alone.
enum HTMLStyle {
  static let sheet = colors + page + plans + comparison + narrow + print

  private static let colors = """
    :root {
      color-scheme: light dark;
      --page: #f4f6f8;
      --card: #ffffff;
      --head: #e9edf2;
      --tint: #e4f3ee;
      --line: #cfd6de;
      --ink: #14202b;
      --muted: #4e5b6a;
      --accent: #09654d;
      --on-accent: #ffffff;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0e1319;
        --card: #161d25;
        --head: #202a35;
        --tint: #12322a;
        --line: #384554;
        --ink: #e8eef4;
        --muted: #b0bcc9;
        --accent: #6bdcb8;
        --on-accent: #04241b;
      }
    }

    """

  private static let page = """
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0;
      background: var(--page);
      color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
        "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
      overflow-wrap: anywhere;
    }
    main {
      max-width: 74rem; margin: 0 auto;
      padding: clamp(1.5rem, 5vw, 4rem) clamp(1rem, 4vw, 2.5rem);
    }
    header { text-align: center; margin-bottom: clamp(1.5rem, 4vw, 2.5rem); }
    h1 {
      margin: 0; font-size: clamp(1.8rem, 6vw, 2.9rem); line-height: 1.15;
      letter-spacing: -0.02em;
    }
    h2 { margin: 0 0 1rem; font-size: 1.35rem; line-height: 1.25; }
    .lead { margin: 0.5rem 0 0; color: var(--muted); font-size: 1.1rem; }
    [dir="rtl"] main { text-align: right; }
    [dir="rtl"] :is(h1, h2, h3, h4, p, li, td, span, small, strong) { unicode-bidi: plaintext; }
    section + section { margin-top: clamp(2rem, 6vw, 3.5rem); }

    """

  private static let plans = """
    #plans {
      position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden;
      clip-path: inset(50%);
    }
    .plans {
      display: grid; gap: 1rem; margin: 0; padding: 0; list-style: none;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 12.5rem), 1fr));
    }
    .plan {
      padding: 1.4rem 1.3rem; border: 1px solid var(--line); border-radius: 1rem;
      background: var(--card);
    }
    .plan.marked { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
    .name-line { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.6rem; }
    .group { margin: 2rem 0 0.75rem; font-size: 1.1rem; }
    .plan h3 { margin: 0; font-size: 1.1rem; line-height: 1.3; }
    .plan h4 { margin: 0; font-size: 1rem; font-weight: 600; }
    .price { margin: 0.35rem 0 0; color: var(--muted); }
    .price strong {
      color: var(--ink); font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em;
    }
    .terms { margin: 0.35rem 0 0; color: var(--muted); font-size: 0.875rem; }
    .badge {
      display: inline-block; margin: 0; padding: 0.1rem 0.6rem; border-radius: 1rem;
      background: var(--accent); color: var(--on-accent); font-size: 0.8rem; font-weight: 600;
    }
    .offers { margin: 0.75rem 0 0; padding: 0; list-style: none; }
    .offers li { padding: 0.75rem 0; border-top: 1px solid var(--line); }
    .offers .price strong { font-size: 1.35rem; }
    .benefits {
      margin: 1rem 0 0; padding: 1rem 0 0; border-top: 1px solid var(--line); list-style: none;
    }
    .offers + .benefits { margin-top: 0; }
    .benefits li { position: relative; padding-inline-start: 1.5rem; }
    .benefits li + li { margin-top: 0.35rem; }
    .benefits li::before {
      content: "✓"; content: "✓" / ""; position: absolute; inset-inline-start: 0;
      color: var(--accent); font-weight: 700;
    }

    """

  private static let comparison = """
    .hint { display: none; margin: 0 0 0.75rem; color: var(--muted); font-size: 0.9rem; }
    .scroll {
      overflow: auto; max-height: 90vh; border: 1px solid var(--line); border-radius: 1rem;
      background: var(--card);
    }
    .scroll:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    table { width: 100%; border-collapse: separate; border-spacing: 0; }
    caption {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
    }
    th, td {
      padding: 0.75rem 0.875rem; overflow-wrap: break-word;
      border-bottom: 1px solid var(--line); background: var(--card);
    }
    tbody:last-child tr:last-child > * { border-bottom: 0; }
    td { position: relative; min-width: 7.5rem; text-align: center; }
    th { text-align: start; font-weight: 600; }
    th[scope="row"], th.name {
      position: sticky; inset-inline-start: 0; z-index: 1; min-width: 11rem; max-width: 22rem;
      border-inline-end: 1px solid var(--line);
    }
    th[scope="row"] { font-weight: 500; overflow-wrap: anywhere; }
    thead th {
      position: sticky; top: 0; z-index: 2; background: var(--head); text-align: center;
      vertical-align: bottom;
    }
    thead th.name { z-index: 3; text-align: start; }
    th small {
      display: block; color: var(--muted); font-size: 0.875rem; line-height: 1.25rem;
      font-weight: 400;
    }
    td.marked { background: var(--tint); }
    thead th.marked { box-shadow: inset 0 3px 0 var(--accent); }
    th.group {
      padding-block: 0.5rem; background: var(--head); color: var(--muted); font-size: 0.875rem;
      line-height: 1.25rem;
    }
    th.group span { position: sticky; inset-inline-start: 0.875rem; }
    .yes { color: var(--accent); font-weight: 700; }
    .no { color: var(--muted); }
    .yes span + span, .no span + span {
      margin-inline-start: 0.4rem; font-size: 0.9rem; font-weight: 400;
    }
    .amount { font-weight: 600; font-variant-numeric: tabular-nums; }
    td.note { font-size: 0.9375rem; line-height: 1.5rem; }
    .said {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .legend, p.note { margin: 0.9rem 0 0; color: var(--muted); font-size: 0.9rem; }
    .legend > span { margin-inline-end: 1.25rem; }

    """

  private static let narrow = """
    @media (max-width: 46rem) {
      .hint { display: block; }
      th, td { padding: 0.625rem 0.6875rem; }
      td { min-width: 6.25rem; }
      th[scope="row"], th.name {
        min-width: 8rem; max-width: 9rem; font-size: 0.9375rem; line-height: 1.6;
      }
    }

    """

  private static let print = """
    @media print {
      :root {
        --page: #ffffff;
        --card: #ffffff;
        --head: #ffffff;
        --tint: #ffffff;
        --line: #767676;
        --ink: #000000;
        --muted: #333333;
        --accent: #000000;
        --on-accent: #ffffff;
      }
      main { max-width: none; padding: 0; }
      .hint { display: none; }
      .badge { border: 1px solid var(--ink); background: var(--card); color: var(--ink); }
      .scroll { overflow: visible; max-height: none; border: 0; border-radius: 0; }
      thead { display: table-header-group; }
      thead th, th[scope="row"], th.name { position: static; }
      th, td, .plan { break-inside: avoid; }
      h2, h3, caption, thead, .group { break-after: avoid; }
      td { min-width: 0; }
      th[scope="row"], th.name { min-width: 9rem; overflow-wrap: break-word; }
    }

    """
}
