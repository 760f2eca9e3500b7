import type * as AfterStart from './afterStart';
import type * as AgentHooks from './agentHooks';
import type * as OnDemand from './onDemand';

/** Loads what answers the hooks of agents. */
export function loadAgentHooks(): typeof AgentHooks {
  return require('./agentHooks.js') as typeof AgentHooks;
}

/** Loads what is rarely used. */
export function loadOnDemand(): typeof OnDemand {
  return require('./onDemand.js') as typeof OnDemand;
}

/** Loads what begins a little after VS Code has started. */
export function loadAfterStart(): typeof AfterStart {
  return require('./afterStart.js') as typeof AfterStart;
}
