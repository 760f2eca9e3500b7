# Starts hook.js, which lies beside this file, for one hook of an agent. Read by sh or bash, with the plugin's folder in
# TOOL_LOOP_GUARD_PLUGIN and what hook.js is told in TOOL_LOOP_GUARD_ROUTE. Ends with 0 whatever happens: any other code
# may refuse the call.
#
# The program that runs hook.js is the one of the environment, the one that the extension has written down (believed
# only where the file is this user's; Git's bash on Windows cannot tell), or the one on the PATH.

program="$TOOL_LOOP_GUARD_NODE"
written="$HOME/.local/state/tool-loop-guard/node"
if [ ! -x "$program" ] && [ -r "$written" ] && { [ -O "$written" ] || [ -n "$SYSTEMROOT" ]; }; then
  IFS= read -r program <"$written" || :
  case "$program" in
    %USERPROFILE%*) program="$USERPROFILE${program#%USERPROFILE%}" ;;
  esac
fi
[ -x "$program" ] && [ ! -d "$program" ] || program=$(command -v node || :)

if [ -x "$program" ] && [ -r "$TOOL_LOOP_GUARD_PLUGIN/hook.js" ]; then
  # In the background, so that the end of this shell, by which VS Code ends a cancelled hook, ends the hook as well.
  exec 3<&0
  ELECTRON_RUN_AS_NODE=1 "$program" "$TOOL_LOOP_GUARD_PLUGIN/hook.js" "$TOOL_LOOP_GUARD_ROUTE" <&3 3<&- &
  hook=$!
  exec 3<&-
  trap 'kill "$hook" 2>/dev/null' TERM INT HUP
  wait "$hook"
else
  # VS Code does not bear a hook that ends before it has read its input.
  cat >/dev/null
fi
exit 0
