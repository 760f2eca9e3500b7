# Answers one hook of an agent. Read by sh or bash, with the plugin's folder in TOOL_LOOP_GUARD_PLUGIN and what hook.js is
# told in TOOL_LOOP_GUARD_ROUTE. Ends with 0 whatever happens: any other code may refuse the call.
#
# Where a window of this user listens on a named pipe, it is asked there, which takes a tenth of the time that a program
# takes to start. The window is the one of the environment, or the one that the extension has written down, which says
# whether the session is its own. Else hook.js is started.
set +aeu
trap '' PIPE
# A folder's own programs, which a PATH may name first, are not meant; where a system has its programs elsewhere, the
# rest of the PATH finds them.
given="$PATH"
PATH="/usr/bin:/bin:$given"
# A redirection from what is closed would end the shell, in some shells with the code that refuses the call.
{ :; } 2>/dev/null 3<&0 || exec </dev/null
{ :; } 2>/dev/null 3>&1 || exec >/dev/null
{ :; } 3>&2 || exec 2>/dev/null

state="$HOME/.local/state/tool-loop-guard"
answer=
asked=
window="$TOOL_LOOP_GUARD_PIPE"
inherited=1
if [ -z "$window" ] && [ -O "$state/pipe" ] && [ -f "$state/pipe" ]; then
  inherited=0
  IFS= read -r window <"$state/pipe" || :
fi
owner="${window%% *}"
pipes="${window#* }"
case "$owner" in *[!0-9]*) window= ;; esac
# Such shells have no printf of their own, and a program cannot be given a large input.
[ -z "$KSH_VERSION" ] || window=
# One that has not answered is left alone for a minute: its number may be another process's by now.
missed=
if [ -n "$window" ] && [ -O "$state/missed" ] && [ -f "$state/missed" ]; then
  IFS= read -r missed <"$state/missed" || :
  if [ "$missed" = "$window" ] && [ -n "$(find "$state/missed" -mmin -2 2>/dev/null)" ]; then
    window=
  fi
fi
made=
limit=
if [ -n "$window" ] && [ -O "$pipes" ] && [ -O "$pipes/in" ] && [ -p "$pipes/in" ] && [ ! -h "$pipes/in" ] &&
  kill -0 "$owner" 2>/dev/null; then
  if mkfifo -m 600 "$pipes/$$.question" "$pipes/$$.answer" 2>/dev/null; then
    made=1
  else
    # What is left of another process with this number.
    rm -f "$pipes/$$.question" "$pipes/$$.answer" 2>/dev/null
  fi
fi
if [ -n "$made" ]; then
  input=$(cat)
  asked=1
  {
    # Holds the other ends for as long as an answer may take: what waits here for a window that hangs, or that has died
    # a moment ago, goes on when it ends. Nothing but it and the window holds them, or no end would be seen.
    sleep 5 >&5 <&6 2>/dev/null 5>&- 6>&- &
    limit=$!
    exec 5>&- 6>&-
    # Opened for reading too, so that this never waits.
    printf '%s\n' "$$" 1<>"$pipes/in"
    # The window opens both for reading and writing; a hook that has opened its answer can read it whatever follows.
    {
      {
        printf '%s\n' "ROUTE=$TOOL_LOOP_GUARD_ROUTE" "INHERITED=$inherited" \
          "VSCODE_ESM_ENTRYPOINT${VSCODE_ESM_ENTRYPOINT+=$VSCODE_ESM_ENTRYPOINT}" \
          "CLAUDECODE${CLAUDECODE+=$CLAUDECODE}" "AI_AGENT${AI_AGENT+=$AI_AGENT}" \
          "COPILOT_PROJECT_DIR${COPILOT_PROJECT_DIR+=$COPILOT_PROJECT_DIR}" "COPILOT_HOME${COPILOT_HOME+=$COPILOT_HOME}"
        printf '\036%s\036' "$input"
      } >"$pipes/$$.question" && IFS= read -r answer <&4
    } 4<"$pipes/$$.answer" || answer=
  } 5<>"$pipes/$$.answer" 6<>"$pipes/$$.question" 2>/dev/null
  [ -z "$limit" ] || kill "$limit" 2>/dev/null
  if [ -z "$answer" ]; then
    rm -f "$pipes/$$.question" "$pipes/$$.answer" 2>/dev/null
    if [ -n "$limit" ] && kill -0 "$owner" 2>/dev/null; then
      if [ -O "$state" ] && { [ -f "$state/missed" ] || [ ! -e "$state/missed" ]; } && [ ! -h "$state/missed" ]; then
        (umask 077 && printf '%s\n' "$window" >"$state/missed") 2>/dev/null
      fi
      echo 'tool-loop-guard: This call was not checked, the agent goes on: The extension did not answer within 5 s.' >&2
      exit 0
    fi
  fi
fi
case "$answer" in
  # Quoted, for zsh would look for a command of that name.
  "="*)
    printf '%s' "${answer#=}"
    exit 0
    ;;
esac

# The program that runs hook.js is the one that a window or the installation has written down (believed only where the
# file is this user's; Git's bash on Windows cannot tell), or the one on the PATH; never one that a variable names.
program=
written="$state/node"
if [ -f "$written" ] && [ -r "$written" ] && { [ -O "$written" ] || [ -n "$SYSTEMROOT" ]; }; then
  IFS= read -r program <"$written" || :
  case "$program" in
    %USERPROFILE%*) program="$USERPROFILE${program#%USERPROFILE%}" ;;
  esac
fi
PATH="$given"
[ -x "$program" ] && [ ! -d "$program" ] || program=$(command -v node || :)
PATH="/usr/bin:/bin:$given"

if [ -x "$program" ] && [ -r "$TOOL_LOOP_GUARD_PLUGIN/hook.js" ]; then
  # In the background, so that the end of this shell, by which VS Code ends a cancelled hook, ends the hook as well.
  if [ -n "$asked" ]; then
    printf '%s' "$input" | PATH="$given" NODE_OPTIONS='' ELECTRON_RUN_AS_NODE=1 "$program" \
      "$TOOL_LOOP_GUARD_PLUGIN/hook.js" "$TOOL_LOOP_GUARD_ROUTE" &
    hook=$!
  else
    exec 3<&0
    PATH="$given" NODE_OPTIONS='' ELECTRON_RUN_AS_NODE=1 "$program" \
      "$TOOL_LOOP_GUARD_PLUGIN/hook.js" "$TOOL_LOOP_GUARD_ROUTE" <&3 3<&- &
    hook=$!
    exec 3<&-
  fi
  trap 'kill "$hook" 2>/dev/null' TERM INT HUP
  wait "$hook"
elif [ -z "$asked" ]; then
  # VS Code does not bear a hook that ends before it has read its input.
  cat >/dev/null
fi
exit 0
