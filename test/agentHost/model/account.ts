// Answers of a Copilot account with two models, enough for VS Code to believe that a user is signed in.

const CAPABILITIES = {
  object: 'model_capabilities',
  type: 'chat',
  tokenizer: 'o200k_base',
  limits: {
    max_context_window_tokens: 128_000,
    max_output_tokens: 16_000,
    max_prompt_tokens: 110_000,
  },
  supports: {
    streaming: true,
    tool_calls: true,
    parallel_tool_calls: true,
    vision: false,
    structured_outputs: true,
  },
};

const model = (id: string, name: string, vendor: string, isDefault: boolean, endpoints: readonly string[]) => ({
  id,
  name,
  vendor,
  version: id,
  object: 'model',
  preview: false,
  model_picker_enabled: true,
  model_picker_category: 'versatile',
  is_chat_default: isDefault,
  is_chat_fallback: isDefault,
  billing: { is_premium: false, multiplier: 0 },
  policy: { state: 'enabled', terms: '' },
  capabilities: { ...CAPABILITIES, family: id },
  supported_endpoints: endpoints,
});

export const COPILOT_MODEL = model('gpt-5-mini', 'GPT-5 mini', 'OpenAI', true, ['/chat/completions']);
export const CLAUDE_MODEL = model('claude-sonnet-4.5', 'Claude Sonnet 4.5', 'Anthropic', false, [
  '/chat/completions',
  '/v1/messages',
]);

/** Not in the account by default, because the other agents would have one more model. */
export const CODEX_MODEL = model('gpt-5.3-codex', 'GPT-5.3 Codex', 'openai', false, ['/responses']);

type Model = typeof COPILOT_MODEL;

const SESSION_SECONDS = 3_600;

/**
 * The answer to a request that asks no model.
 * @param path without its query
 * @param origin of this server, which the account names for everything
 * @param further models in addition to the account's two
 * @returns undefined for an unknown path
 */
export function accountAnswer(path: string, origin: string, further: readonly Model[] = []): object | undefined {
  const endpoints = {
    api: origin,
    proxy: origin,
    telemetry: origin,
    'origin-tracker': origin,
  };
  const expiresAt = Math.floor(Date.now() / 1_000) + SESSION_SECONDS;
  if (path.endsWith('/models')) {
    return { object: 'list', data: [COPILOT_MODEL, CLAUDE_MODEL, ...further] };
  }
  if (path.endsWith('/models/session')) {
    const { id } = COPILOT_MODEL;
    return {
      available_models: [id],
      selected_model: id,
      session_token: 'none',
      expires_at: expiresAt,
    };
  }
  if (path.includes('/models/')) {
    return COPILOT_MODEL;
  }
  if (path.includes('copilot_internal/user')) {
    return {
      login: 'mona',
      access_type_sku: 'copilot_for_business_seat',
      copilot_plan: 'business',
      chat_enabled: true,
      assigned_date: '2026-01-01',
      can_signup_for_limited: false,
      organization_login_list: [],
      organization_list: [],
      analytics_tracking_id: 'none',
      quota_snapshots: {},
      is_mcp_enabled: true,
      codex_agent_enabled: true,
      copilotignore_enabled: false,
      restricted_telemetry: false,
      endpoints,
    };
  }
  if (path.includes('copilot_internal/v2/token')) {
    const refresh = { expires_at: expiresAt, refresh_in: SESSION_SECONDS / 2 };
    return {
      token: 'tid=none',
      ...refresh,
      endpoints,
      chat_enabled: true,
      sku: 'copilot_for_business_seat',
    };
  }
  if (path === '/user') {
    return { login: 'mona', id: 1, name: 'Mona' };
  }
  return path.includes('_ping') ? {} : undefined;
}
