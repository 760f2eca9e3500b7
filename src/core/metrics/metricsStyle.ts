/** The style of the metrics page, in addition to that of all pages. */
export const METRICS_STYLE = `
main { padding: 8px; }
.headline { font-size: 1.15em; }
td.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th:not(:first-child) { text-align: end; }
`;
