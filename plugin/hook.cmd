@echo off
rem Starts hook.js beside this file with the first Node that is there: the one that the extension or the installation
rem has written down, the one on the PATH. Passes the input on. Exits with 0 whatever happens.
setlocal EnableExtensions DisableDelayedExpansion
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
set "NODE_OPTIONS="
"%GUARD_NODE%" "%~dp0hook.js" %1
exit /b 0
:unguarded
rem Nobody answers: the input is read to its end, because the one who writes it must not meet a closed pipe.
"%SystemRoot%\System32\find.exe" "~" >nul
exit /b 0
