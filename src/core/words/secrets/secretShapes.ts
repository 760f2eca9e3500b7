import { SECRET_IN_EXAMPLES as S, type SecretRow } from './secretRow';

export const SECRET_SHAPES: readonly SecretRow[] = [
  {
    id: 'private key',
    keywords: ['private key'],
    expression:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    examples: [`-----BEGIN RSA PRIVATE KEY-----\n${S}\n-----END RSA PRIVATE KEY-----`],
    not: ['-----BEGIN CERTIFICATE-----'],
  },
  {
    id: 'JSON Web Token',
    keywords: ['eyj'],
    // Looks for the dot first, so that no part of a long run without one is read twice.
    expression: /(?<![\w-])(?=[\w-]+\.)[\w-]*?\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)?/g,
    examples: [`eyJhbGciOiJIUzI1NiJ9.eyJ${S}.${S}`],
    not: ['eyJ.json'],
  },
  {
    id: 'sk, pk, rk, whsec',
    keywords: ['sk', 'pk', 'rk', 'whsec'],
    expression: /\b(?:sk|pk|rk|whsec)[-_](?:[a-z]{1,20}[-_]){0,5}[A-Za-z0-9_-]{12,}/g,
    examples: [`sk-ant-api03-${S}`, `sk_live_${S}`],
    not: ['task-list'],
  },
  {
    id: 'prefix of a service',
    expression: new RegExp(
      String.raw`\b(?:gh[oprsu]_|github_pat_|gl(?:pat|rt|dt|cbt|ptt|ft|soat|agent|imt)-|npm_|pypi-|xox[a-z]-|xapp-|hf_|` +
        String.raw`shpat_|dop_v1_|AIza|ya29\.|SG\.|glsa_|lin_api_|dckr_pat_|nvapi-|gsk_|hvs\.|sbp_|ATATT|NRAK-|` +
        String.raw`AGE-SECRET-KEY-1)[\w.-]{10,}`,
      'g',
    ),
    examples: [`ghp_${S}`, `glpat-${S}`, `glrt-${S}`, `gldt-${S}`, `NRAK-${S}`],
    not: ['glob-parent', 'npm_config'],
  },
  {
    id: 'address of a webhook',
    keywords: ['slack', 'discord'],
    expression:
      /(?<kept>\bhooks\.slack\.com\/[a-z]{1,20}\/|\bdiscord(?:app)?\.com\/api\/webhooks\/)(?!\*\*\*)[^\s"'<>\\]{2,}/g,
    examples: [`https://hooks.slack.com/services/T0/B0/${S}`, `https://discord.com/api/webhooks/1/${S}`],
    not: ['https://discord.com/developers/docs/resources/webhook'],
  },
  {
    id: 'prefix and hexadecimal digits',
    // Many IDs have 32 digits after a name, and many files fewer; those aren't secrets.
    expression: /\b(?:[a-z]{2,16}_[0-9a-f]{40,}|(?:dapi|pul-|key-)[0-9a-f]{20,})(?![\w.-])/g,
    examples: [`rubygems_${S}${S}`, `bkua_${S}${S}`, `dapi${S}${S}`, `key-${S}`],
    not: [
      'chunk-0a1b2c3d4e5f60718293.js',
      'cache_0a1b2c3d4e5f60718293.json',
      'search_19cc6edf7ff466ebe1befb1f193737a5',
    ],
  },
  {
    id: 'prefix and UUID',
    keywords: ['pat-', 'sdk-', 'mob-', 'api-'],
    expression: /\b(?:pat-(?:na|eu)\d|sdk|mob|api)-[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b/g,
    examples: ['pat-na1-', 'sdk-'].map((prefix) => `${prefix}01234567-89ab-cdef-0123-0123456789ab ${S}`),
    not: ['550e8400-e29b-41d4-a716-446655440000'],
  },
  {
    id: 'NuGet and Azure DevOps',
    expression: /\b(?:oy2[a-z0-9]{43}|(?=[a-z]*\d)[a-z2-7]{52})\b/g,
    examples: [`oy2${S}${S}abc`, 'abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrst'],
    not: ['abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'],
  },
  {
    id: 'key of AWS',
    keywords: ['akia', 'asia', 'aroa'],
    expression: /\b(?:AKIA|ASIA|AROA)[A-Z0-9]{12,}/g,
    examples: ['AKIAIOSFODNN7EXAMPLE'],
    not: ['ASIA'],
  },
  {
    id: 'hexadecimal digits',
    expression: /\b[0-9a-fA-F]{32,}\b/g,
    examples: [`${S}${S}`],
    not: ['0a1b2c3'],
  },
];
