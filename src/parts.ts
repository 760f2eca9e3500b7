import type * as AgentHooks from './agentHooks';
import type * as OnDemand from './onDemand';
import type * as ProtectionWatch from './protectionWatch';

/** Loads what answers the hooks of agents. */
export function loadAgentHooks(): typeof AgentHooks {
  return require('./agentHooks.js') as typeof AgentHooks;
}

/** Loads what is rarely used. */
export function loadOnDemand(): typeof OnDemand {
  return require('./onDemand.js') as typeof OnDemand;
}

/** Loads what watches the protection of sessions. */
export function loadProtectionWatch(): typeof ProtectionWatch {
  return require('./protectionWatch.js') as typeof ProtectionWatch;
}
