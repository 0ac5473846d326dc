// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";

interface IWatcher {
    /// @notice Tokens are about to move, or have just been moved.
    function onMove() external;
}

/// @title An honest token that at times takes a fee, answers false, lies, refuses somebody or calls back
contract MoodyToken is ERC1363 {
    enum Mood {
        Honest,
        Fee,
        False,
        Lie,
        Refusal,
        HookBefore,
        HookAfter
    }

    address public immutable watcher;
    Mood public mood;
    address public refused;
    /// @dev What somebody was asked to pay to somebody, and has, said the token.
    mapping(address from => mapping(address to => uint256)) public said;
    mapping(address from => uint256) public saidInAll;

    constructor() ERC20("Moody", "MOOD") {
        watcher = msg.sender;
        _mint(msg.sender, 1e27);
    }

    function become(Mood mood_, address refused_) external {
        (mood, refused) = (mood_, refused_);
    }

    function transfer(address to, uint256 value) public override(ERC20, IERC20) returns (bool) {
        return move(msg.sender, to, value, false);
    }

    function transferFrom(address from, address to, uint256 value) public override(ERC20, IERC20) returns (bool) {
        return move(from, to, value, true);
    }

    function move(address from, address to, uint256 value, bool asSpender) private returns (bool) {
        if (mood == Mood.False) return false;
        require(mood != Mood.Refusal || to != refused, "refused");
        said[from][to] += value;
        saidInAll[from] += value;
        if (mood == Mood.Lie) return true;
        if (mood == Mood.HookBefore) IWatcher(watcher).onMove();
        if (asSpender) super.transferFrom(from, to, value);
        else super.transfer(to, value);
        if (mood == Mood.Fee) _transfer(to, watcher, value / 10);
        if (mood == Mood.HookAfter) IWatcher(watcher).onMove();
        return true;
    }
}
