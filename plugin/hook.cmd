@echo off
rem Starts hook.js beside this file with the first Node that is there: the one of the environment, the one that the
rem extension has written down, the one on the PATH. Passes the input on. Exits with 0 whatever happens.
setlocal EnableExtensions DisableDelayedExpansion
rem A window that judges no call says so, and Node need not even start.
if "%~1"=="call" if defined TOOL_LOOP_GUARD_OFF goto unguarded
set "GUARD_NODE=%TOOL_LOOP_GUARD_NODE%"
if defined GUARD_NODE if exist "%GUARD_NODE%" goto guarded
set "GUARD_NODE="
set "GUARD_NODE_FILE=%USERPROFILE%\.local\state\tool-loop-guard\node"
rem "call" fills in a variable in the file: %USERPROFILE% stands for a name that this code page cannot read.
if exist "%GUARD_NODE_FILE%" for /f "usebackq delims=" %%N in ("%GUARD_NODE_FILE%") do call set "GUARD_NODE=%%N"
if defined GUARD_NODE if exist "%GUARD_NODE%" goto guarded
set "GUARD_NODE="
for %%N in (node.exe) do set "GUARD_NODE=%%~$PATH:N"
if not defined GUARD_NODE goto unguarded
:guarded
if not exist "%~dp0hook.js" goto unguarded
set "ELECTRON_RUN_AS_NODE=1"
"%GUARD_NODE%" "%~dp0hook.js" %1
exit /b 0
:unguarded
rem Nobody answers: the input is read to its end, because the one who writes it must not meet a closed pipe.
"%SystemRoot%\System32\find.exe" "~" >nul
exit /b 0
